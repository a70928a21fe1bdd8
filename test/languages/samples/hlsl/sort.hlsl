// One step of a bitonic sort.
struct Pair {
  uint key;
  uint value;
};

RWStructuredBuffer<Pair> pairs : register(u0);
StructuredBuffer<uint> skipped : register(t0, space1);

cbuffer Step : register(b0) {
  uint block;
  uint width;
};

groupshared Pair tile[256];

bool isLater(in Pair a, in Pair b, bool up) {
  return (a.key > b.key) == up;
}

void exchange(inout Pair a, inout Pair b) {
  Pair t = a;
  a = b;
  b = t;
}

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint own : SV_GroupIndex) {
  tile[own] = pairs[id.x];
  GroupMemoryBarrierWithGroupSync();
  uint step = width;
  while (step > 0) {
    uint other = own ^ step;
    if (other > own && skipped[own] == 0) {
      bool up = (id.x & block) == 0;
      if (isLater(tile[own], tile[other], up)) exchange(tile[own], tile[other]);
    }
    GroupMemoryBarrierWithGroupSync();
    step >>= 1;
  }
  switch (block) {
    case 0:
      pairs[id.x].value = 0;
      break;
    default:
      pairs[id.x] = tile[own];
      break;
  }
}
