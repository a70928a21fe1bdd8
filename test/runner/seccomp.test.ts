/** The filter of system calls, run by hand on calls of both architectures. */
import { describe, expect, it } from "vitest";
import { callFilter } from "../../src/runner/seccomp.ts";

const ALLOWED = 0x7fff_0000;
const EPERM = 0x0005_0001;
const ENOSYS = 0x0005_0026;

interface Call {
  readonly architecture: number;
  readonly number: number;
  readonly args?: readonly number[];
}

/** What the kernel would do: the few instructions that there are. */
const decide = (program: Uint8Array, { architecture, number, args = [] }: Call): number => {
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, number, true);
  data.setUint32(4, architecture, true);
  for (const [index, value] of args.entries()) data.setBigUint64(16 + 8 * index, BigInt(value), true);
  const view = new DataView(program.buffer);
  let accumulator = 0;
  for (let at = 0; at < program.length / 8; at++) {
    const code = view.getUint16(8 * at, true);
    const constant = view.getUint32(8 * at + 4, true);
    const holds: Readonly<Record<number, () => boolean>> = {
      0x15: () => accumulator === constant,
      0x35: () => accumulator >= constant,
      0x45: () => (accumulator & constant) !== 0,
    };
    const test = holds[code];
    if (code === 0x06) return constant;
    if (code === 0x20) accumulator = data.getUint32(constant, true);
    else if (code === 0x54) accumulator = (accumulator & constant) >>> 0;
    else if (test === undefined) throw new Error(`There is no instruction ${code}.`);
    else at += view.getUint8(8 * at + (test() ? 2 : 3));
  }
  throw new Error("The program does not end.");
};

describe.each([
  {
    arch: "x64",
    architecture: 0xc000003e,
    read: 0,
    clone: 56,
    socket: 41,
    pair: 53,
    ioctl: 16,
    mount: 165,
    keyctl: 250,
  },
  {
    arch: "arm64",
    architecture: 0xc00000b7,
    read: 63,
    clone: 220,
    socket: 198,
    pair: 199,
    ioctl: 29,
    mount: 40,
    keyctl: 219,
  },
])("the filter for $arch", ({ arch, architecture, read, clone, socket, pair, ioctl, mount, keyctl }) => {
  const program = callFilter(arch) as Uint8Array;
  const on = (number: number, ...args: number[]): number => decide(program, { architecture, number, args });

  it("lets ordinary calls through", () => {
    expect([on(read), on(clone, 0x1200011), on(socket, 2, 1), on(socket, 10, 2), on(socket, 16, 3, 0)]).toEqual(
      Array.from({ length: 5 }, () => ALLOWED),
    );
    expect([on(pair, 1, 1), on(pair, 1, 5 | 0o2000000), on(ioctl, 0, 0x5401)]).toEqual([ALLOWED, ALLOWED, ALLOWED]);
  });

  it("refuses what leads out", () => {
    const rooms = [on(mount), on(keyctl), on(clone, 0x1000_0011), on(425)];
    const sockets = [on(socket, 1, 1), on(pair, 1, 2), on(pair, 1, 3)];
    const terminals = [on(ioctl, 0, 0x5412), on(ioctl, 0, 0x1_0000_5412), on(ioctl, 0, 0x541c)];
    const refused = [...rooms, ...sockets, ...terminals];
    expect(refused).toEqual(refused.map(() => EPERM));
    expect([on(socket, 40, 1), on(socket, 17, 3), on(socket, 16, 3, 15)]).toEqual(
      [97, 97, 97].map((no) => 0x50000 + no),
    );
  });

  it("refuses the calls of other architectures, and those that it does not know", () => {
    expect(decide(program, { architecture: 0x40000003, number: 4 })).toBe(EPERM);
    expect([on(435), on(470), on(0x4000_0000 + read)]).toEqual([ENOSYS, ENOSYS, ENOSYS]);
  });
});

it("there is no filter for another processor", () => {
  expect(callFilter("mips")).toBeUndefined();
});
