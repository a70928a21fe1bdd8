/** Real files of the container formats: from packages, from this machine, or written by programs that know nothing of pare. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fetched, type Package } from "./packages.ts";

export type Files = () => Iterable<Uint8Array>;

/** Larger ones take long to read. */
const LARGEST = 500_000;

/** Those of a folder whose paths match, in the order of their names. */
function* filesIn(folder: string, files: RegExp): Generator<Uint8Array, void, void> {
  if (!existsSync(folder)) return;
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => files.test(path));
  for (const path of paths.toSorted().map((each) => join(folder, each))) {
    const state = statSync(path, { throwIfNoEntry: false });
    if (state?.isFile() === true && state.size <= LARGEST) yield readFileSync(path);
  }
}

const packaged = (from: Package["from"], names: readonly string[], files: RegExp): Files =>
  function* () {
    for (const name of names) {
      const folder = fetched({ from, name, files });
      if (folder !== undefined) yield* filesIn(folder, files);
    }
  };

/** What a command writes to "out", once for each list of its words. */
const written = (program: string, ...words: readonly (readonly string[])[]): Files =>
  function* () {
    for (const each of words) {
      const folder = mkdtempSync(join(tmpdir(), "pare-real-"));
      const { status } = spawnSync(program, each, { cwd: folder, stdio: "ignore" });
      const out = readdirSync(folder).find((name) => name.startsWith("out"));
      if (status === 0 && out !== undefined) yield readFileSync(join(folder, out));
      rmSync(folder, { recursive: true });
    }
  };

/** Sound and pictures that ffmpeg makes up, in the forms that its programs for boxes write. */
const FILMS = ["mp4", "mov", "m4a", "3gp", "3g2", "f4v", "ismv"].flatMap((suffix) =>
  [[], ["-movflags", "faststart"], ["-movflags", "frag_keyframe+empty_moov"]].map((flags) => [
    ..."-v error -f lavfi -i sine=duration=1:sample_rate=8000".split(" "),
    ...(suffix === "m4a" ? [] : "-f lavfi -i testsrc=duration=1:size=176x144:rate=5 -c:v mpeg4".split(" ")),
    ..."-c:a aac -metadata title=film".split(" "),
    ...flags,
    `out.${suffix}`,
  ]),
);

const PROTOCOLS =
  "arp bgp bvlc dns eth fddi giop icmp ip ipv6 llc m2m megaco nbns ncp2222 sctp syslog tds tcp tr udp usb-linux";

/** Packets of a protocol that Wireshark's programs draw. */
const captures = (format: string): Files =>
  written(
    "sh",
    ...PROTOCOLS.split(" ").map((type) => ["-c", `randpkt -t ${type} -c 8 -b 200 in && editcap -F ${format} in out`]),
  );

/** What scripts of a package make, with a few rows in each table. */
const databases: Files = function* () {
  const folder = fetched({ from: "apt", name: "kamailio-sqlite-modules", files: /\.sql$/u });
  if (folder === undefined) return;
  const scripts = join(folder, "usr/share/kamailio/db_sqlite");
  const names = existsSync(scripts) ? readdirSync(scripts).filter((name) => !name.startsWith("standard")) : [];
  for (const name of names.toSorted()) {
    const own = mkdtempSync(join(tmpdir(), "pare-real-"));
    const script = `cat '${scripts}/standard-create.sql' '${scripts}/${name}' | sqlite3 out.db`;
    if (spawnSync("sh", ["-c", script], { cwd: own, stdio: "ignore" }).status === 0)
      yield readFileSync(join(own, "out.db"));
    rmSync(own, { recursive: true });
  }
};

const certificates: Files = function* () {
  for (const pem of filesIn("/usr/share/ca-certificates/mozilla", /\.crt$/u))
    yield execFileSync("openssl", ["x509", "-outform", "DER"], { input: pem });
};

/** Small packages of npm, as they are published. */
const TAPES =
  "left-pad ms once wrappy inherits is-number picomatch semver yallist lru-cache minimist debug escape-string-regexp " +
  "kleur nanoid mri dequal clsx klona rfdc sade tslib";

export const REAL: Readonly<Record<string, readonly Files[]>> = {
  elf: [() => filesIn("/usr/bin", /^[a-d]/u), () => filesIn("/usr/lib/x86_64-linux-gnu", /^[^/]*\.so[.\d]*$/u)],
  pe: [packaged("windows", ["h5py==3.11.0"], /\.pyd$/u)],
  class: [packaged("jar", ["junit4"], /\.class$/u)],
  font: [packaged("apt", ["fonts-liberation", "fonts-cantarell", "fonts-dejavu-core"], /\.(?:ttf|otf)$/u)],
  pdf: [packaged("apt", ["r-cran-zoo", "r-cran-survival", "r-cran-sandwich"], /doc\/.*\.pdf$/u)],
  sqlite: [databases],
  pcap: [packaged("npm", ["pcap-parser"], /\.pcap$/u), captures("pcap")],
  pcapng: [captures("pcapng")],
  riff: [packaged("apt", ["alsa-utils", "sound-icons"], /\.wav$/u)],
  mp4: [written("ffmpeg", ...FILMS)],
  der: [certificates],
  protobuf: [packaged("pip", ["onnx==1.16.2"], /test\/data\/node\/test_[a-c].*\/model\.onnx$/u)],
  tar: [packaged("tape", TAPES.split(" "), /\.tar$/u)],
};
