#ifndef TOOLS
#define TOOLS

namespace tools {
  static const float PI = 3.14159265f;

  float2 turned(float2 v, float angle) {
    float s, c;
    sincos(angle, s, c);
    return float2(c * v.x - s * v.y, s * v.x + c * v.y);
  }
}

interface IShape {
  float far(float3 p);
};

class Ball : IShape {
  float3 middle;
  float radius;
  float far(float3 p) { return length(p - middle) - radius; }
};

typedef vector<float, 3> vec;

Texture2D picture;
sampler2D old_sampler = sampler_state {
  Texture = <picture>;
  Filter = LINEAR;
};

float noise(vec p) {
  float sum = 0.0;
  float4x4 m = float4x4(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  uint i = 0;
  do {
    p = mul((float3x3)m, p) * 2.03;
    sum += frac(sin(dot(p, vec(12.9898, 78.233, 37.719))) * 43758.5453) / (float)(i + 1u);
  } while (++i < 4u);
  return sum;
}

float4 shaded(float4 at : SV_Position, float2 uv : TEXCOORD0) : SV_Target {
  Ball ball;
  ball.middle = float3(0, 0, 2);
  ball.radius = 1;
  float2 v = tools::turned(uv, tools::PI * 0.25);
  return ball.far(float3(v, 0)) < 0 ? noise(float3(uv, 1)) : (float4)0;
}

technique11 Draw {
  pass First {
    SetVertexShader(NULL);
    SetPixelShader(CompileShader(ps_5_0, shaded()));
  }
}
#endif
