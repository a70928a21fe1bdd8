/** Files that other people's programs wrote, as the machine has them that the tests run on: from packages that the tests need anyway. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { made } from "./made.ts";
import { FORMATS, type MadeFormat } from "./formats.ts";

/** Only files that are there: what a distribution leaves out of a package cannot be installed. */
const filesIn = (folder: string, name: RegExp): readonly Uint8Array[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((each) => name.test(each))
        .toSorted()
        .map((each) => readFileSync(join(folder, each)))
    : [];

const PACKAGES = join(import.meta.dirname, "../../node_modules");

const reading = (name: string, make: MadeFormat["make"]): MadeFormat => {
  const format = FORMATS.find((each) => each.name === name);
  if (format === undefined) throw new Error(`no format ${name}`);
  return { ...format, make };
};

const fonts = reading("font", () => [
  ...filesIn(join(PACKAGES, "playwright-core/lib/vite/recorder/assets"), /\.ttf$/u),
  ...filesIn("/usr/share/fonts/truetype/dejavu", /^DejaVu(?:SansMono|Sans-Bold|Serif)\.ttf$/u),
]);

const CERTIFICATES = "/usr/share/ca-certificates/mozilla";

/** Of different kinds and ages. */
const certificates = reading("der", () =>
  filesIn(CERTIFICATES, /^(?:ISRG|GlobalSign|Amazon)_Root/u).map((pem) =>
    made({ pem }, "openssl", "x509", "-in", "pem", "-outform", "DER", "-out", "out"),
  ),
);

/** What every program of this machine is linked with. */
const objects = reading("elf", () =>
  ["crti.o", "crtn.o", "crt1.o", "libgcc_s.so.1", "libm.so.6"]
    .map((name) => execFileSync("gcc", [`-print-file-name=${name}`], { encoding: "utf8" }).trim())
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path)),
);

/** Where the documentation of packages is installed. */
const documents = reading("pdf", () => [
  ...filesIn("/usr/share/doc/libimage-exiftool-perl/html", /\.pdf$/u),
  ...filesIn("/usr/share/doc/shared-mime-info", /\.pdf$/u),
]);

/** Where Python keeps a folder of its library, or of what was installed with it; none if it has no such folder. */
const pythonFolder = (of: "stdlib" | "purelib", name: string): string => {
  const where = `import sysconfig; print(sysconfig.get_paths()["${of}"])`;
  return join(execFileSync("python3", ["-c", where], { encoding: "utf8" }).trim(), name);
};

/** Programs for Windows that pip and setuptools start others with. */
const programs = reading("pe", () => [
  ...filesIn(pythonFolder("purelib", "pip/_vendor/distlib"), /^[tw](?:32|64)\.exe$/u),
  ...filesIn(pythonFolder("purelib", "setuptools"), /^cli-(?:32|64)\.exe$/u),
]);

/** What Python's own tests listen to, and unpack. */
const sounds = reading("riff", () =>
  filesIn(pythonFolder("stdlib", "test/audiodata"), /^pluck-pcm(?:8|16|24|32)\.wav$/u),
);
const tapes = reading("tar", () => filesIn(pythonFolder("stdlib", "test"), /^testtar\.tar$/u));

const JAR = "/usr/share/java/org.jacoco.agent.jar";
const INNER_JAR = "jacocoagent.jar";

const innerJar = (): Uint8Array => made({}, "sh", "-c", `unzip -p ${JAR} ${INNER_JAR} > out`);

/** Every fiftieth class of a library. */
const classes = reading("class", () => {
  const jar = innerJar();
  const list = Buffer.from(made({ jar }, "sh", "-c", "unzip -Z1 jar > out")).toString();
  const names = list.split("\n").filter((name) => name.endsWith(".class"));
  return names
    .filter((_, i) => i % 50 === 0)
    .map((name) => made({ jar, name }, "sh", "-c", 'unzip -p jar "$(cat name)" > out'));
});

const archives: MadeFormat = {
  name: "zip",
  needs: ["jacoco", "unzip"],
  suffix: ".zip",
  make: () => [readFileSync(JAR), innerJar()],
  read: (bytes, run) => run(bytes, "unzip", "-tqq", "FILE"),
};

const pictures: MadeFormat = {
  name: "png",
  needs: ["pngcheck"],
  suffix: ".png",
  make: () => [
    ...filesIn(join(PACKAGES, "playwright-core/lib/server/chromium"), /\.png$/u),
    ...filesIn(join(PACKAGES, "highlight.js/styles"), /\.png$/u),
  ],
  read: (bytes, run) => run(bytes, "pngcheck", "FILE"),
  lacks: /first chunk must be IHDR|no IDAT chunks|EOF|file doesn't end with an IEND/u,
};

export const REAL_FILES: readonly MadeFormat[] = [
  fonts,
  { ...certificates, needs: ["openssl"] },
  { ...objects, needs: ["gcc", "readelf"] },
  { ...classes, needs: ["javap", "jacoco", "unzip"] },
  archives,
  pictures,
  documents,
  { ...programs, needs: ["python3", "objdump"] },
  { ...sounds, needs: ["python3"] },
  tapes,
];
