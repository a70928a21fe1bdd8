/** The chunks of a PNG file: length, type, data, checksum. */
import { crc32 } from "../../core/digest.ts";
import { bytes32BE, uint32BE } from "./numbers.ts";
import { joined } from "../pieces.ts";

export interface Chunk {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly data: Uint8Array;
  /** Whether its checksum is right. */
  readonly sound: boolean;
}

/** What a PNG file begins with. */
export const SIGNATURE: Uint8Array = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Length, type and checksum. */
const AROUND = 12;

/** Up to the first that is cut off. */
export const chunksOf = (bytes: Uint8Array): readonly Chunk[] => {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at + AROUND <= bytes.length;) {
    const end = at + AROUND + uint32BE(bytes, at);
    if (end > bytes.length) break;
    const named = bytes.subarray(at + 4, end - 4);
    const type = String.fromCharCode(...named.subarray(0, 4));
    const sound = uint32BE(bytes, end - 4) === crc32(named);
    chunks.push({ type, start: at, end, data: named.subarray(4), sound });
    at = end;
  }
  return chunks;
};

/** The chunk with other data; a checksum that was wrong stays as it is. */
export const rewritten = (bytes: Uint8Array, { start, end, sound }: Chunk, data: Uint8Array): Uint8Array => {
  const named = joined([bytes.subarray(start + 4, start + 8), data]);
  const checksum = sound ? bytes32BE(crc32(named)) : bytes.subarray(end - 4, end);
  return joined([bytes32BE(data.length), named, checksum]);
};
