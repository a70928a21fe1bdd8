// Conway's game on a torus of bits.
requires readonly_and_readwrite_storage_textures;

@group(0) @binding(0) var<storage, read> old: array<u32>;
@group(0) @binding(1) var<storage, read_write> fresh: array<atomic<u32>>;

var<workgroup> tile: array<array<u32, 10>, 10>;

const SIZE = vec2<i32>(256, 256);

fn at(place: vec2<i32>) -> u32 {
  let around = (place + SIZE) % SIZE;
  return old[u32(around.y * SIZE.x + around.x)];
}

fn lives(here: u32, beside: u32) -> bool {
  if (here == 1u && (beside < 2u || beside > 3u)) {
    return false;
  }
  return here == 1u || beside == 3u;
}

@compute @workgroup_size(8, 8)
fn turn(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_id) own: vec3<u32>,
) {
  let place = vec2<i32>(id.xy);
  tile[own.y + 1u][own.x + 1u] = at(place);
  workgroupBarrier();
  var beside: u32;
  var y = -1;
  while (y <= 1) {
    for (var x = -1; x <= 1; x++) {
      if (x != 0 || y != 0) {
        beside += at(place + vec2(x, y));
      }
    }
    y++;
  }
  let value = select(0u, 1u, lives(tile[own.y + 1u][own.x + 1u], beside));
  atomicStore(&fresh[u32(place.y * SIZE.x + place.x)], value | (0x80u >> 8u));
}
