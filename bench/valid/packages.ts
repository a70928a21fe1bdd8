/** Real files from packages that other people have made: fetched once, and kept in a cache. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

interface RealFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

export interface Package {
  /** "windows": for that system, by pip; "jar": what is in the archives of a package of Debian; "tape": the archive itself; "go": a module. */
  readonly from: "npm" | "pip" | "apt" | "windows" | "jar" | "tape" | "go";
  readonly name: string;
  /** Which of its files. */
  readonly files: RegExp;
  /** What becomes of a file: its text, what a compiler makes of it, or nothing. */
  read?(path: string): string | Uint8Array | undefined;
}

const CACHE = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "pare", "valid");

const UNPACK: Readonly<Record<Package["from"], (name: string) => string>> = {
  npm: (name) => `npm pack --silent '${name}' && tar xzf ./*.tgz && rm ./*.tgz`,
  pip: (name) => `python3 -m pip download -q --no-deps '${name}' && unzip -q ./*.whl && rm ./*.whl`,
  windows: (name) =>
    `python3 -m pip download -q --no-deps --platform win_amd64 --python-version 3.11 --only-binary=:all: '${name}' && unzip -q ./*.whl && rm ./*.whl`,
  jar: (name) =>
    `apt-get download -q '${name}' && dpkg-deb -x ./*.deb . && rm ./*.deb && find . -name '*.jar' -type f -exec unzip -qo {} -d classes ';'`,
  go: (name) => `GOMODCACHE="$PWD/modules" GOFLAGS=-modcacherw go mod download '${name}'`,
  tape: (name) => `npm pack --silent '${name}' && gunzip ./*.tgz`,
  apt: (name) => `apt-get download -q '${name}' && dpkg-deb -x ./*.deb . && rm ./*.deb`,
};

/** The folder with the files of a package; nothing where it cannot be had. */
export const fetched = ({ from, name }: Package): string | undefined => {
  const folder = join(CACHE, from, name.replaceAll("/", "_"));
  if (existsSync(folder)) return folder;
  mkdirSync(join(CACHE, from), { recursive: true });
  const half = mkdtempSync(`${folder}-`);
  const script = `cd '${half}' && ${UNPACK[from](name)} && mv -T '${half}' '${folder}'`;
  if (spawnSync("sh", ["-c", script], { stdio: "ignore" }).status === 0 || existsSync(folder)) return folder;
  console.error(`could not get ${name} (${from})`);
  return undefined;
};

/** The functions of a library, as a shader that does nothing. */
const withMain = (path: string): string | undefined => {
  const text = readFileSync(path, "utf8");
  return /#include|\bmain\s*\(/.test(text) ? undefined : `${text}\nvoid main() {}\n`;
};

const alone = (path: string): string | undefined => {
  const text = readFileSync(path, "utf8");
  return text.includes("#include") ? undefined : text;
};

const bitcode =
  (...flags: readonly string[]) =>
  (path: string): string | undefined => {
    const { status, stdout } = spawnSync("clang", [...flags, "-w", "-S", "-emit-llvm", "-o", "-", path], {
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
    return status === 0 ? stdout : undefined;
  };

/** For OpenGL, with places of its own for what has none. */
const assembled =
  (stage: string) =>
  (path: string): Uint8Array | undefined => {
    const out = join(mkdtempSync(join(tmpdir(), "pare-spirv-")), "out.spv");
    const words = ["-G", "--amb", "--aml", "-g", "-S", stage, "-o", out, path];
    const { status } = spawnSync("glslangValidator", words, { stdio: "ignore" });
    const made = status === 0 ? readFileSync(out) : undefined;
    rmSync(dirname(out), { recursive: true });
    return made;
  };

/** Tables are listed in one that another script makes. */
const behindStandard = (path: string): string =>
  ["standard-create.sql", basename(path)].map((name) => readFileSync(join(dirname(path), name), "utf8")).join("");

const arcade = (files: RegExp): Pick<Package, "from" | "name" | "files"> => ({
  from: "pip",
  name: "arcade==3.3.3",
  files,
});

const zlib = (files: RegExp, ...flags: readonly string[]): Package => ({
  from: "npm",
  name: "zlib-sync@0.1.10",
  files,
  read: bitcode(...flags),
});

const PACKAGES: Readonly<Record<string, readonly Package[]>> = {
  llvm: [
    zlib(/deps\/zlib\/(?:adler32|inftrees|trees|uncompr|gzclose)\.c$/u, "-O1"),
    zlib(/deps\/zlib\/(?:adler32|compress|inffast|zutil)\.c$/u, "-O0", "-g"),
    zlib(/deps\/zlib\/(?:adler32|compress|inftrees|inffast)\.c$/u, "-O2"),
  ],
  sql: [
    { from: "apt", name: "roundcube-core", files: /SQL\/sqlite(?:\.initial\.sql|\/20(?:08|10|11|13)\d+\.sql)$/u },
    { from: "apt", name: "freeradius-config", files: /sql\/.*\/sqlite\/.*schema\.sql$/u },
    {
      from: "apt",
      name: "kamailio-sqlite-modules",
      files: /db_sqlite\/(?:acc|dialog|lcr|permissions|topos)-create\.sql$/u,
      read: behindStandard,
    },
    { from: "apt", name: "pdns-backend-sqlite3", files: /share\/pdns-backend-sqlite3\/.*\.sql$/u },
  ],
  wgsl: [{ from: "npm", name: "lygia@1.4.1", files: /\.wgsl$/u, read: alone }],
  glsl: [{ from: "pip", name: "pyrender==0.1.45", files: /\.(?:frag|vert)$/u }, arcade(/shaders\/.*\.glsl$/u)],
  hlsl: [{ from: "npm", name: "lygia@1.4.1", files: /\.hlsl$/u, read: withMain }],
  spirv: [
    { ...arcade(/shaders\/.*_fs\.glsl$/u), read: assembled("frag") },
    { ...arcade(/shaders\/.*_vs\.glsl$/u), read: assembled("vert") },
  ],
  verilog: [{ from: "apt", name: "yosys", files: /share\/yosys\/.*\.v$/u }],
};

/** Longer files take longer to check, and shorter ones say little. */
const LONGEST = 40_000;
const SHORTEST = 400;

/** In an order that mixes them. */
export function* packaged(language: string): Generator<RealFile, void, void> {
  for (const each of PACKAGES[language] ?? []) {
    const folder = fetched(each);
    const paths =
      folder === undefined
        ? []
        : readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => each.files.test(path));
    for (const path of paths.toSorted()) {
      const content =
        each.read === undefined ? readFileSync(join(folder ?? "", path), "utf8") : each.read(join(folder ?? "", path));
      if (content !== undefined && content.length >= SHORTEST && content.length <= LONGEST)
        yield { name: `${each.name}/${path}`, content };
    }
  }
}
