#version 450
// Sums of a long list, one for each group.
layout(local_size_x = 128, local_size_y = 1) in;

layout(std430, binding = 0) readonly buffer Given { float numbers[]; };
layout(std430, binding = 1) buffer Sums {
  float sums[];
};

layout(push_constant) uniform Settings {
  uint size;
  uvec2 stride;
} settings;

shared float part[128];

uint begin(uint group) {
  return group * gl_WorkGroupSize.x * 2u;
}

float value(uint at) {
  return at < settings.size ? numbers[at] : 0.0;
}

void main() {
  uint own = gl_LocalInvocationID.x;
  uint at = begin(gl_WorkGroupID.x) + own;
  part[own] = value(at) + value(at + gl_WorkGroupSize.x);
  barrier();
  for (uint half_size = gl_WorkGroupSize.x / 2u; half_size > 0u; half_size >>= 1) {
    if (own < half_size) {
      part[own] += part[own + half_size];
    }
    memoryBarrierShared();
    barrier();
  }
  int tries = 0;
  do {
    tries++;
  } while (tries < 3);
  const float scale[3] = float[3](1.0, 0.5, 0.25);
  if (own == 0u) sums[gl_WorkGroupID.x] = part[0] * scale[tries % 3];
}
