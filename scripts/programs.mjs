/** The programs that the tests run for real, and Debian's packages that have them. */
import { existsSync } from "node:fs";
import { findChromium, findProgram } from "./find-program.mjs";

/** @type {Readonly<Record<string, string>>} A program, and the packages that bring it. */
export const programs = {
  chromium: "chromium",
  bwrap: "bubblewrap",
  strace: "strace",
  tmux: "tmux",
  gdb: "gdb",
  git: "git",
  groff: "groff-base",
  man: "man-db",
  patch: "patch",
  perl: "perl",
  make: "make",
  gcc: "gcc",
  gcov: "gcc",
  "g++": "g++",
  "g++-12": "g++-12",
  python3: "python3",
  pytest: "python3-pytest",
  "python3-coverage": "python3-coverage",
  clang: "clang libclang-rt-dev",
  "llvm-profdata": "llvm",
  "llvm-symbolizer": "llvm",
  addr2line: "binutils",
  opt: "llvm",
  "llvm-as": "llvm",
  "llvm-dis": "llvm",
  "afl-cc": "afl++",
  "afl-showmap": "afl++",
  "afl-tmin": "afl++",
  java: "default-jdk-headless",
  javac: "default-jdk-headless",
  jacoco: "libjacoco-java",
  rustc: "rustc",
  go: "golang-go",
  jq: "jq",
  sqlite3: "sqlite3",
  z3: "z3",
  yosys: "yosys",
  iverilog: "iverilog",
  "clang-tidy": "clang-tidy",
  glslangValidator: "glslang-tools",
  "spirv-val": "spirv-tools",
  wat2wasm: "wabt",
  "wasm-validate": "wabt",
  gzip: "gzip",
  unzip: "unzip",
  pngcheck: "pngcheck",
  cvise: "cvise",
  "nats-server": "nats-server",
  ip: "iproute2",
  openssl: "openssl",
  qpdf: "qpdf",
  readelf: "binutils",
  objdump: "binutils",
  "x86_64-w64-mingw32-as": "binutils-mingw-w64-x86-64",
  "x86_64-w64-mingw32-ld": "binutils-mingw-w64-x86-64",
  "fc-scan": "fontconfig",
  javap: "default-jdk-headless",
  tar: "tar",
  tcpdump: "tcpdump",
  exiftool: "libimage-exiftool-perl",
};

/**
 * Whether a program of the table is on this machine.
 * @param {string} name
 */
export function isThere(name) {
  if (name === "chromium") return findChromium() !== undefined;
  if (name === "jacoco") return existsSync("/usr/share/java/org.jacoco.agent.jar");
  return findProgram([name]) !== undefined;
}

/** Whether `scripts/setup.mjs --tests` can install what is missing. */
export const canInstall = () => existsSync("/etc/debian_version");
