/** How the content of a candidate travels: whole when it is small, as edits of a base that workers have, or through the store. */
import * as v from "valibot";
import { applyEdits, editsBetween } from "../../runs/steps/edits.ts";
import { sha256 } from "../../runs/identity.ts";
import type { Blobs } from "../blobs.ts";
import type { Job } from "../protocol.ts";
import { editsSchema } from "../validate.ts";

/** Content of so many bytes is sent as it is: less than the name of a base costs. */
const SMALL = 512;
/** Edits of more bytes than that are worth a new base, or than this part of the content: a base is stored for days. */
const MANY_EDITS = 16 * 1024;
const MANY_PART = 1 / 64;
/** So many families have a base; that of the one that was packed least recently goes. */
const MAX_FAMILIES = 32;

/** What a job says of its content. */
export type ContentParts = Pick<Job, "base" | "blob" | "sha256" | "bytes">;

export interface PackedContent {
  readonly carried: ContentParts;
  readonly payload: Uint8Array;
}

interface Base {
  readonly name: string;
  readonly content: Uint8Array;
}

/** The contents of one run, at its coordinator. */
export class Contents {
  readonly #blobs: Blobs;
  readonly #mostPayload: number;
  /** By family, the least recently used first. */
  readonly #bases = new Map<string, Base>();

  /** `mostPayload`: what fits into a message, in bytes. */
  constructor(blobs: Blobs, mostPayload: number) {
    this.#blobs = blobs;
    this.#mostPayload = mostPayload;
  }

  /** Jobs of the family are edits of this from now on. */
  async start(content: Uint8Array, family = ""): Promise<string> {
    const name = await this.#blobs.put(content);
    this.#keep(family, { name, content });
    return name;
  }

  /** What needs many edits becomes the base of those to come: candidates resemble each other more than the original. */
  async pack(content: Uint8Array, family = ""): Promise<PackedContent> {
    const about = { sha256: sha256(content), bytes: content.length };
    if (content.length <= SMALL) return { carried: about, payload: content };
    const base = this.#bases.get(family);
    if (base !== undefined) this.#keep(family, base);
    const edits = base === undefined ? undefined : Buffer.from(JSON.stringify(editsBetween(base.content, content)));
    const isShort =
      edits !== undefined &&
      edits.length <= Math.min(Math.max(MANY_EDITS, content.length * MANY_PART), this.#mostPayload);
    if (base !== undefined && isShort && edits.length < content.length)
      return { carried: { ...about, base: base.name }, payload: edits };
    if (content.length <= Math.min(MANY_EDITS, this.#mostPayload)) return { carried: about, payload: content };
    return { carried: { ...about, blob: await this.start(content, family) }, payload: new Uint8Array() };
  }

  #keep(family: string, base: Base): void {
    this.#bases.delete(family);
    this.#bases.set(family, base);
    const [oldest] = this.#bases.keys();
    if (this.#bases.size > MAX_FAMILIES && oldest !== undefined) this.#bases.delete(oldest);
  }
}

/**
 * The content of a job, at a worker. `blob` gives the bytes of a name, checked. Throws a `RangeError` when what comes out is not what
 * the job says.
 */
export const unpack = async (
  { base, blob, sha256: digest, bytes }: ContentParts,
  payload: Uint8Array,
  fetch: (name: string) => Promise<Uint8Array>,
): Promise<Uint8Array> => {
  const content =
    blob !== undefined ? await fetch(blob) : base !== undefined ? edited(await fetch(base), payload) : payload;
  if (content.length !== bytes || sha256(content) !== digest) throw new RangeError("not the content of the job");
  return content;
};

const edited = (base: Uint8Array, payload: Uint8Array): Uint8Array => {
  let edits: unknown;
  try {
    edits = JSON.parse(Buffer.from(payload).toString());
  } catch (cause) {
    throw new RangeError("no edits", { cause });
  }
  if (!v.is(editsSchema, edits)) throw new RangeError("no edits");
  return applyEdits(base, edits);
};
