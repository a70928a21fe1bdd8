/** The container formats, one line each. */
import type { Container } from "./container.ts";
import { gzip } from "./gzip.ts";
import { png } from "./png.ts";
import { wasm } from "./wasm.ts";
import { zip } from "./zip.ts";

const CONTAINERS: readonly Container[] = [wasm, png, gzip, zip];

export const containerOf = (bytes: Uint8Array): Container | undefined =>
  CONTAINERS.find(({ recognises }) => recognises(bytes));
