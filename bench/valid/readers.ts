/** Programs of somebody else that read real files of the container formats. */
import type { MadeFormat } from "../../test/binary/formats.ts";

export interface Reader extends Pick<MadeFormat, "name" | "suffix" | "read" | "lacks"> {
  /** What it is called. */
  readonly program: string;
}

const textAt = (bytes: Uint8Array, from: number): string =>
  Buffer.from(bytes.subarray(from, from + 4)).toString("latin1");

/** By the kind that a file of RIFF or IFF says it is: who reads it, and the chunks that the reader cannot do without. */
const READERS_OF_RIFF: Readonly<
  Record<string, { readonly program: readonly string[]; readonly needs: readonly RegExp[] }>
> = {
  WAVE: { program: ["soxi", "FILE"], needs: [/fmt /u, /data/u] },
  AIFF: { program: ["soxi", "FILE"], needs: [/COMM/u, /SSND/u] },
  "AVI ": { program: ["ffprobe", "-v", "error", "FILE"], needs: [/movi/u] },
  WEBP: { program: ["webpinfo", "FILE"], needs: [/VP8[ L]/u] },
};

const OTHERS: Readonly<Record<string, Pick<Reader, "program"> & Partial<Reader>>> = {
  riff: {
    program: "soxi, ffprobe, webpinfo",
    read: (bytes, run) => {
      const kind = READERS_OF_RIFF[textAt(bytes, 8)];
      if (kind === undefined) return { code: 1, out: "of no kind that is known" };
      const tags = Buffer.from(bytes).toString("latin1");
      const [program = "", ...args] = kind.program;
      const missing = kind.needs.filter((tag) => !tag.test(tags));
      return missing.length > 0 ? { code: 1, out: `lacks ${missing.join(", ")}` } : run(bytes, program, ...args);
    },
    lacks: /^lacks /u,
  },
  protobuf: {
    program: "protoc --decode_raw",
    read: (bytes, run) => run(bytes, "sh", "-c", 'protoc --decode_raw < "$0"', "FILE"),
  },
};

const PROGRAMS: Readonly<Record<string, string>> = {
  elf: "readelf",
  pe: "objdump",
  class: "javap",
  font: "fc-scan",
  pdf: "qpdf",
  sqlite: "sqlite3, integrity_check",
  pcap: "tcpdump",
  pcapng: "tcpdump",
  mp4: "exiftool",
  der: "openssl asn1parse",
  tar: "tar",
};

export const readerOf = (format: MadeFormat): Reader => ({
  program: PROGRAMS[format.name] ?? "",
  ...format,
  ...OTHERS[format.name],
});
