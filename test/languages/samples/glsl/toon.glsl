// A shader of the old kind, as pages of the web have it.
#ifdef GL_ES
precision mediump float;
#endif

uniform vec2 resolution;
uniform float time;
uniform sampler2D picture;
varying vec2 at;

#define STEPS 4.0
#define SOFT(a, b) (smoothstep(0.0, a, b))

float circle(vec2 p, float radius) {
  return length(p) - radius;
}

vec3 banded(vec3 c) {
  return floor(c * STEPS) / STEPS;
}

mat2 turn(float angle) {
  float s = sin(angle), c = cos(angle);
  return mat2(c, -s, s, c);
}

void main() {
  vec2 p = (gl_FragCoord.xy * 2.0 - resolution) / min(resolution.x, resolution.y);
  p *= turn(time * 0.3);
  vec3 c = texture2D(picture, at).rgb;
  for (int i = 0; i < 3; i++) {
    float d = circle(p - vec2(float(i) * 0.4 - 0.4, 0.0), 0.3);
    if (d < 0.0) c = mix(c, vec3(1.0, 0.5, float(i) / 3.0), SOFT(0.1, -d));
    else if (d < 0.02) c *= 0.2;
  }
  gl_FragColor = vec4(banded(c), 1.0);
}
