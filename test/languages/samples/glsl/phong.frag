#version 450
#extension GL_ARB_separate_shader_objects : enable
#define MAX_LIGHTS 4
#define SQUARE(x) ((x) * (x))

layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
layout(location = 2) flat in int kind;
layout(location = 0) out vec4 colour;

struct Light {
  vec3 place;
  vec3 tint;
  float reach;
};

layout(std140, set = 0, binding = 0) uniform Scene {
  Light lights[MAX_LIGHTS];
  vec4 eye;
  int count;
} scene;

layout(set = 0, binding = 1) uniform sampler2D skin;

const float shine = 32.0;

vec3 lit(const Light light, vec3 way, in float much) {
  vec3 to = light.place - place;
  float far = length(to);
  if (far > light.reach) return vec3(0.0);
  vec3 half_way = normalize(normalize(to) + way);
  float direct = max(dot(normal, to / far), 0.0);
  float bright = pow(max(dot(normal, half_way), 0.0), shine);
  return (direct + bright * much) * light.tint / SQUARE(1.0 + far);
}

void main() {
  vec3 way = normalize(scene.eye.xyz - place);
  vec3 sum = vec3(0.05);
  for (int i = 0; i < scene.count && i < MAX_LIGHTS; ++i)
    sum += lit(scene.lights[i], way, 0.5);
  vec4 base = texture(skin, place.xy * 0.5 + 0.5);
  switch (kind) {
    case 0:
      base.rgb = base.bgr;
      break;
    case 1:
    case 2: {
      base = mix(base, vec4(1.0), 0.25);
      break;
    }
    default:
      break;
  }
#ifdef GAMMA
  sum = pow(sum, vec3(1.0 / 2.2));
#endif
  if (base.a < 0.1) {
    discard;
  } else {
    colour = vec4(sum, 1.0) * base;
  }
}
