// Birds that keep together: positions and velocities are read from one buffer and written to another.
struct Bird {
  place: vec2<f32>,
  speed: vec2<f32>,
}

struct Rules {
  step: f32,
  near: f32,
  scale: vec3f,
}

struct Flock {
  birds: array<Bird>,
}

@group(0) @binding(0) var<uniform> rules: Rules;
@group(0) @binding(1) var<storage, read> before: Flock;
@group(0) @binding(2) var<storage, read_write> after: Flock;

const BORDER: f32 = 1.0;
override limit: u32 = 1500u;

fn wrapped(place: vec2<f32>) -> vec2<f32> {
  var result = place;
  for (var axis = 0; axis < 2; axis++) {
    if (result[axis] < -BORDER) {
      result[axis] = BORDER;
    } else if (result[axis] > BORDER) {
      result[axis] = -BORDER;
    }
  }
  return result;
}

@compute @workgroup_size(64, 1, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let index = id.x;
  if index >= limit { return; }
  var own = before.birds[index];
  var middle = vec2<f32>(0.0, 0.0);
  var away = vec2f();
  var count: i32 = 0;
  var other: u32 = 0u;
  loop {
    if (other >= limit) { break; }
    if (other == index) { continue; }
    let gap = distance(before.birds[other].place, own.place);
    if (gap < rules.near && gap > 0.) {
      middle += before.birds[other].place;
      away -= (before.birds[other].place - own.place) * rules.scale.x;
      count++;
    }
    continuing {
      other = other + 1u;
    }
  }
  if (count > 0) {
    middle = middle / vec2<f32>(f32(count)) - own.place;
  }
  own.speed = clamp(own.speed + middle * rules.scale.y + away, vec2(-0.1), vec2(0.1));
  own.place = wrapped(own.place + own.speed * rules.step);
  after.birds[index] = own;
}
