#version 300 es
precision highp float;
precision mediump int;

uniform mat4 view, projection;
uniform float time;
in vec3 position;
in vec2 uv;
out vec2 at;
out float height;
invariant gl_Position;

const int WAVES = 3;

float wave(int number, vec2 place) {
  float angle = float(number) * 1.7;
  vec2 way = vec2(cos(angle), sin(angle));
  return sin(dot(way, place) * (2.0 + float(number)) + time) / float(number + 1);
}

void main(void) {
  height = 0.0;
  int number = 0;
  while (number < WAVES) {
    height += wave(number++, position.xz);
  }
  vec4 moved = vec4(position.x, position.y + height, position.z, 1.0);
  bvec2 edge = lessThan(uv, vec2(0.5));
  at = any(edge) ? uv : 1.0 - uv;
  gl_Position = projection * (view * moved);
}
