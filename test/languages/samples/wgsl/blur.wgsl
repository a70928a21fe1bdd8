/* A picture is drawn over the whole screen, softened in one direction. */
enable f16;
diagnostic(off, derivative_uniformity);

alias Colour = vec4<f32>;

struct Corner {
  @builtin(position) position: vec4f,
  @location(0) uv: vec2f,
  @location(1) @interpolate(flat) kind: u32,
};

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var taps: sampler;

var<private> weights: array<f32, 5> = array<f32, 5>(0.227, 0.1945, 0.1216, 0.054, 0.0162);

const_assert 5 < 8;

@vertex
fn corner(@builtin(vertex_index) number: u32) -> Corner {
  var out: Corner;
  let x = f32((number << 1u) & 2u);
  let y = f32(number & 2u);
  out.uv = vec2f(x, y);
  out.position = vec4f(out.uv * 2.0 - 1.0, 0., 1.);
  out.kind = select(0u, 1u, number > 2u);
  return out;
}

fn sampled(uv: vec2f, way: vec2f) -> Colour {
  var sum = textureSample(picture, taps, uv) * weights[0];
  for (var tap: i32 = 1; tap < 5; tap += 1) {
    let off = way * f32(tap);
    sum += textureSample(picture, taps, uv + off) * weights[tap];
    sum += textureSample(picture, taps, uv - off) * weights[tap];
  }
  return sum;
}

@fragment
fn shade(in: Corner) -> @location(0) Colour {
  let size = vec2f(textureDimensions(picture));
  var way = vec2f(1.0 / size.x, 0.0);
  switch in.kind {
    case 0u, 2u: {
      way = way.yx;
    }
    case 7u {
      discard;
    }
    default: {
      _ = size;
    }
  }
  let p = &way;
  return sampled(in.uv, *p);
}
