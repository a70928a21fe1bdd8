/** The container formats, one line each. */
import type { Container } from "./container.ts";
import { mp4 } from "./chunks/boxes.ts";
import { pcap, pcapng } from "./chunks/capture.ts";
import { der } from "./chunks/der.ts";
import { protobuf } from "./chunks/protobuf.ts";
import { riff } from "./chunks/riff.ts";
import { tar } from "./chunks/tar.ts";
import { elf } from "./elf/elf.ts";
import { gzip } from "./gzip.ts";
import { javaClass } from "./java/class.ts";
import { png } from "./png.ts";
import { spirv } from "./spirv/spirv.ts";
import { pdf } from "./pdf/pdf.ts";
import { sqlite } from "./sqlite/sqlite.ts";
import { font } from "./tables/font.ts";
import { pe } from "./tables/pe.ts";
import { wasm } from "./wasm.ts";
import { zip } from "./zip.ts";

/** The last is one by what is in it, the others by how they begin. */
const CONTAINERS: readonly Container[] = [
  wasm,
  spirv,
  png,
  gzip,
  zip,
  elf,
  riff,
  mp4,
  tar,
  der,
  pcap,
  pcapng,
  font,
  pe,
  javaClass,
  sqlite,
  pdf,
  protobuf,
];

export const containerOf = (bytes: Uint8Array): Container | undefined =>
  CONTAINERS.find(({ recognises }) => recognises(bytes));
