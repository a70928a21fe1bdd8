/** What our runtime writes, see sancov-runtime.ts. */
import { endianness } from "node:os";

export interface SancovModule {
  readonly kind: "flags" | "counters" | "no-table";
  /** Of the table of blocks. */
  readonly digest: string;
  /** The file of the program or library. */
  readonly path: string;
  /** One byte a block, 1 if it was executed. */
  readonly flags: Uint8Array;
  /** Addresses of the blocks, as in the file; left out if pare has said that it knows them. */
  readonly table: BigUint64Array | undefined;
}

/** Throws a SyntaxError if the bytes are something else, or end too early. */
export const parseSancov = (bytes: Buffer): readonly SancovModule[] => {
  const modules: SancovModule[] = [];
  let at = 0;
  const take = (size: number): Buffer => {
    if (at + size > bytes.length) throw new SyntaxError("it ends too early");
    at += size;
    return bytes.subarray(at - size, at);
  };
  while (at < bytes.length) {
    const end = bytes.indexOf(10, at);
    const line = bytes.subarray(at, end < 0 ? bytes.length : end).toString("latin1");
    const [, kind, count, digest, hasTable, length] =
      /^pare-sancov 1 (flags|counters|no-table) (\d+) ([0-9a-f]+) ([01]) (\d+)$/.exec(line) ?? [];
    if (digest === undefined) throw new SyntaxError("it was not written by pare's runtime");
    at = end + 1;
    const path = take(Number(length)).toString();
    const flags = take(Number(count));
    const table = hasTable === "1" ? addressesIn(take(Number(count) * 16)) : undefined;
    modules.push({ kind: kind as SancovModule["kind"], digest, path, flags, table });
  }
  return modules;
};

const addressesIn = (bytes: Buffer): BigUint64Array => {
  const addresses = new BigUint64Array(bytes.length / 16);
  const isLittle = endianness() === "LE";
  for (let block = 0; block < addresses.length; block++)
    addresses[block] = isLittle ? bytes.readBigUInt64LE(block * 16) : bytes.readBigUInt64BE(block * 16);
  return addresses;
};
