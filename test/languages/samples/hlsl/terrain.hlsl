// Ground with two layers of colour and fog.
#define LAYERS 2

cbuffer Frame : register(b0) {
  float4x4 view;
  row_major float4x4 projection;
  float3 eye : packoffset(c8);
  float fog;
};

struct Corner {
  float3 place : POSITION;
  float3 normal : NORMAL;
  float2 uv : TEXCOORD0;
};

struct Point {
  float4 place : SV_Position;
  float3 world : TEXCOORD1;
  nointerpolation uint kind : KIND;
  float2 uv : TEXCOORD0;
};

Texture2D<float4> layers[LAYERS] : register(t0);
SamplerState smooth_sampler : register(s0);

static const float3 fog_colour = { 0.6, 0.7, 0.8 };

float steepness(float3 normal) {
  return saturate(1.0f - normalize(normal).y);
}

Point vertex_main(Corner corner, uint number : SV_VertexID) {
  Point result = (Point)0;
  float4 world = float4(corner.place, 1);
  result.world = world.xyz;
  result.place = mul(projection, mul(view, world));
  result.kind = steepness(corner.normal) > 0.5 ? 1u : 0u;
  result.uv = corner.uv * 8;
  return result;
}

float4 pixel_main(Point input) : SV_Target0 {
  float4 colour = 0;
  [unroll]
  for (int layer = 0; layer < LAYERS; ++layer) {
    float4 here = layers[layer].Sample(smooth_sampler, input.uv * (layer + 1));
    colour += here * 0.5f;
  }
  [branch] if (input.kind == 1) {
    colour.rgb *= 0.8;
  } else {
    colour.g += 0.1;
  }
  float far = length(input.world - eye);
  colour.rgb = lerp(colour.rgb, fog_colour, (half)exp(-far * fog));
  clip(colour.a - 0.01);
  return colour;
}
