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

/** The first so many. */
const some = (most: number, source: Files): Files =>
  function* () {
    let count = 0;
    for (const file of source()) {
      if (count++ >= most) return;
      yield file;
    }
  };

const soundOf = (suffix: string): string => `-v error -f lavfi -i sine=duration=1:sample_rate=8000 out.${suffix}`;
const filmOf = (codecs: string, suffix: string): string =>
  `-v error -f lavfi -i testsrc=duration=1:size=176x144:rate=5 ${codecs} -metadata title=film out.${suffix}`;

const SOUNDS = ["aiff", "aifc", "w64.wav"].map((suffix) => soundOf(suffix).split(" "));
const VIDEOS = [
  filmOf("-c:v mpeg4", "avi"),
  filmOf("-f lavfi -i sine=duration=1:sample_rate=8000 -c:v mjpeg -c:a pcm_s16le", "avi"),
  filmOf("-c:v rawvideo -pix_fmt yuv420p -r 1", "avi"),
].map((words) => words.split(" "));

/** A picture with an alpha channel, sides that tell of it, and pictures that move. */
const PICTURES = [
  `ffmpeg -v error -f lavfi -i "testsrc=duration=1:size=64x48:rate=1,format=rgba,colorchannelmixer=aa=0.5" -frames:v 1 a.png
cwebp -quiet -q 50 a.png -o a.webp; echo profile > p; webpmux -set icc p a.webp -o b.webp; webpmux -set exif p b.webp -o c.webp
webpmux -set xmp p c.webp -o out.webp`,
  `ffmpeg -v error -f lavfi -i testsrc=duration=1:size=64x48:rate=1 -frames:v 1 a.png; cwebp -quiet -lossless a.png -o a.webp
echo data > p; webpmux -set exif p a.webp -o out.webp`,
  `ffmpeg -v error -f lavfi -i testsrc=duration=1:size=64x48:rate=3 -c:v libwebp_anim out.webp`,
  `ffmpeg -v error -f lavfi -i testsrc=duration=2:size=64x48:rate=2 f%d.png; img2webp -lossy f1.png f2.png f3.png f4.png -o a.webp
echo data > p; webpmux -set xmp p a.webp -o out.webp`,
];
const pictures = written("sh", ...PICTURES.map((script) => ["-c", script]));

/** Sound and pictures that ffmpeg makes up, in the forms that its programs for boxes write. */
const FILMS = ["mp4", "mov", "m4a", "3gp", "3g2", "m4v", "ismv"].flatMap((suffix) =>
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
  riff: [
    some(7, packaged("apt", ["alsa-utils", "sound-icons"], /\.wav$/u)),
    some(
      3,
      packaged(
        "go",
        ["golang.org/x/image@v0.15.0"],
        /testdata\/(?:blue-purple-pink|gopher-doc.1bpp|yellow_rose).*\.webp$/u,
      ),
    ),
    written("ffmpeg", ...SOUNDS, ...VIDEOS),
    pictures,
  ],
  mp4: [written("ffmpeg", ...FILMS)],
  der: [certificates],
  protobuf: [packaged("pip", ["onnx==1.16.2"], /test\/data\/node\/test_[a-c].*\/model\.onnx$/u)],
  tar: [packaged("tape", TAPES.split(" "), /\.tar$/u)],
};
