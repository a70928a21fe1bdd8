/** Deflate (RFC 1951), from Node; elsewhere what is compressed stays as it is. */
import type zlib from "node:zlib";

export interface Inflated {
  readonly content: Uint8Array;
  /** How many bytes the compressed content has. */
  readonly consumed: number;
}

/** More is taken for a trap; in bytes. */
const MAX_INFLATED = 2 ** 28;

/** In bytes: from here on the best compression takes longer than most tests. */
const LONG = 2 ** 20;

/** Formats must load in browsers too, so that nothing of Node is imported. Node has this since 20.16. */
const node = (): typeof zlib | undefined => {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return process?.getBuiltinModule?.("node:zlib") as typeof zlib | undefined;
};

/** `wrapped`: with the header and the checksum of zlib (RFC 1950). `undefined` for what is cut off or broken. */
export const inflate = (bytes: Uint8Array, wrapped = false): Inflated | undefined => {
  try {
    const options = { info: true, maxOutputLength: MAX_INFLATED };
    const inflated = wrapped ? node()?.inflateSync(bytes, options) : node()?.inflateRawSync(bytes, options);
    if (inflated === undefined) return undefined;
    const { buffer, engine } = inflated as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    return { content: new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length), consumed: engine.bytesWritten };
  } catch {
    // zlib throws for whatever is wrong with the bytes, and there is nothing else to go wrong.
    return undefined;
  }
};

/** The same for the same bytes at every call: whoever has inflated something has also this. */
export const deflate = (content: Uint8Array, wrapped = false): Uint8Array => {
  const options = { level: content.length > LONG ? 6 : 9 };
  const deflated = wrapped ? node()?.deflateSync(content, options) : node()?.deflateRawSync(content, options);
  return deflated as Uint8Array;
};
