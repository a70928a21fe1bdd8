/** What `npm run bench:dependences` must show. */

/** Tests at most, times those of the best order. */
export const MAX_RATIO = 1.5;
/** The larger of the tests forward and backward, times the smaller. */
export const MAX_REVERSED = 1.1;
/** So many tests more are nothing: a tenth of ten tests is one, and a search by halves begins where it begins. */
export const FEW = 2;

/** Where every need is a wrong guess: tests at most, times those of a sweep that knows nothing of names, and so many more. */
export const MAX_MISLED = 1.2;
export const FEW_MISLED = 5;

/** At most. */
export interface Bound {
  readonly tests: number;
  readonly bytes?: number;
  /** Bytes that are not zero, where a file cannot get shorter. */
  readonly filled?: number;
}

/** By the name of a case: of the whole run, pare finds out the language. */
export const WHOLE: Readonly<Record<string, Bound>> = {
  "c-sdcc-symt": { tests: 1029, bytes: 32 },
  "cpp-gcc12-lambda-alias": { tests: 247, bytes: 59 },
  "css-lightningcss-calc": { tests: 172, bytes: 23 },
  "gv-dot-merge-chain": { tests: 675, bytes: 103 },
  "js-mujs-moment": { tests: 119, bytes: 6 },
  "json-jq-bigint": { tests: 186, bytes: 83 },
  "log-dpkg-sequence": { tests: 430, bytes: 121 },
  "py-lib2to3-with": { tests: 102, bytes: 14 },
  "ts-esbuild-const-enum": { tests: 127, bytes: 17 },
  "wasm-objdump-initexpr": { tests: 117, bytes: 14 },
  "elf-readelf-rnglists": { tests: 200, filled: 100 },
};

/** Tests of all cases of WHOLE that have a bound of bytes: a tenth fewer than before parts that had to stay were known. */
export const MAX_TOGETHER = 2570;

/** The same as plain text, of which pare is told nothing: so few bytes after so many tests, however long the run goes on. */
export const PLAIN: Readonly<Record<string, Bound>> = {
  "llvm14-loop-fusion": { tests: 300, bytes: 3000 },
  "wgsl-naga-mix": { tests: 1000, bytes: 111 },
  "verilog-yosys-signed": { tests: 500, bytes: 63 },
  "sql-duckdb-lambda": { tests: 250, bytes: 40 },
  "smt-z3-euf": { tests: 700, bytes: 180 },
};
