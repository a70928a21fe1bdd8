/** What runs in a worker thread of `inProcess`: kept as text, because it must load without a build and from any bundle. */
import type { MessagePort } from "node:worker_threads";
import { COUNTERS_METER } from "./counters.ts";

/** How it gets scripts with counters. */
export interface ThreadCounting {
  readonly shared: Int32Array<SharedArrayBuffer>;
  readonly port: MessagePort;
  readonly hooksPort: MessagePort;
  /** How many bytes it needs for them. */
  readonly room: number;
}

/** What a thread is told at its start. */
export interface InProcessThreadOptions {
  /** The address of the module, and the name of the function it exports. */
  readonly module: string;
  readonly name: string;
  readonly kind: "counters" | "v8" | "istanbul";
  readonly input: "text" | "bytes";
  /** Addresses of the files and folders that are measured. */
  readonly roots: readonly string[];
  readonly packages: boolean;
  /** Tests that are run before anything is measured. */
  readonly warmUp: readonly Uint8Array[];
  /** Where istanbul-lib-instrument is. */
  readonly instrumenter: string | undefined;
}

interface ThreadScript {
  readonly path: string;
  /** V8's ranges: start, end and count of each. */
  readonly ranges: Int32Array;
  /** The functions that V8 saw executed: start and end of each, and their names. */
  readonly functions: Int32Array;
  readonly names: readonly string[];
}

interface ThreadCounters {
  readonly path: string;
  /** istanbul's maps, the first time only. */
  readonly file?: unknown;
  /** One for each statement, function and arm of a branch: 1 if it was executed. */
  readonly flags: Uint8Array;
}

export type ThreadAnswer =
  | { readonly kind: "ready" }
  | { readonly kind: "unusable"; readonly reason: string }
  | {
      readonly kind: "ran";
      /** What it threw; nothing if it returned. */
      readonly thrown: string | undefined;
      readonly ms: number;
      readonly scripts: readonly ThreadScript[];
      readonly counters: readonly ThreadCounters[];
      /** The bytes of our own counters: 1 for what was executed. */
      readonly bytes?: Uint8Array;
    };

/**
 * Loads the module once, runs the tests that warm it up, then runs the function for each message and says what was executed meanwhile.
 * Counters are set back by being read.
 */
export const IN_PROCESS_THREAD: string = `
import("node:worker_threads").then(async ({ parentPort, workerData: order }) => {
  const { fileURLToPath, pathToFileURL } = await import("node:url");
  const textOf = (error) => { try { return error instanceof Error ? error.name + ": " + error.message : String(error); } catch { return "an error without a text"; } };
  const isMeasured = (url) => order.roots.some((root) => {
    if (url !== root && !url.startsWith(root.endsWith("/") ? root : root + "/")) return false;
    return order.packages || !url.slice(root.length).includes("/node_modules/");
  });
  const addressOf = (url) => (url.startsWith("file:") ? url.replace(/[?#].*$/, "") : url.startsWith("/") ? pathToFileURL(url).href : "");

  const v8 = async () => {
    const { Session } = await import("node:inspector");
    const session = new Session();
    session.connect();
    const post = (method, words) => {
      let answer, trouble;
      session.post(method, words, (error, result) => { trouble = error; answer = result; });
      if (trouble) throw new Error(trouble.message);
      return answer;
    };
    post("Profiler.enable");
    // Optimised code does not count calls, so what gets hot would vanish. Starting anew throws optimised code away: the first call counts.
    const begin = () => post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    begin();
    const paths = new Map();
    const pathOf = (url) => {
      if (!paths.has(url)) { const address = addressOf(url); paths.set(url, address && isMeasured(address) ? fileURLToPath(address) : undefined); }
      return paths.get(url);
    };
    const scriptOf = (path, functions) => {
      let length = 0, executed = 0;
      for (const one of functions) { length += one.ranges.length * 3; if (one.ranges[0].count > 0) executed++; }
      if (executed === 0 && !functions.some(({ ranges }) => ranges.some(({ count }) => count > 0))) return undefined;
      const ranges = new Int32Array(length), starts = new Int32Array(executed * 2), names = [];
      let at = 0, next = 0;
      for (const one of functions) {
        for (const range of one.ranges) { ranges[at++] = range.startOffset; ranges[at++] = range.endOffset; ranges[at++] = Math.min(range.count, 0x7fffffff); }
        if (one.ranges[0].count > 0) { starts[next++] = one.ranges[0].startOffset; starts[next++] = one.ranges[0].endOffset; names.push(one.functionName); }
      }
      return { path, ranges, functions: starts, names };
    };
    return {
      settle: () => post("Profiler.takePreciseCoverage"),
      reset: begin,
      take: () => {
        const scripts = [];
        for (const { url, functions } of post("Profiler.takePreciseCoverage").result) {
          const path = pathOf(url);
          const script = path && scriptOf(path, functions);
          if (script) scripts.push(script);
        }
        return { scripts, counters: [] };
      },
    };
  };

  const istanbul = async () => {
    const nodeModule = await import("node:module");
    const { Module, createRequire } = nodeModule;
    const { createInstrumenter } = createRequire(order.instrumenter)(order.instrumenter);
    const instrumented = (source, path) => createInstrumenter({ esModules: true, compact: false, produceSourceMap: false }).instrumentSync(String(source), path);
    const compile = Module.prototype._compile;
    Module.prototype._compile = function (content, path, ...rest) {
      return compile.call(this, isMeasured(pathToFileURL(path).href) ? instrumented(content, path) : content, path, ...rest);
    };
    const hooks = "import { createRequire } from 'node:module'; import { fileURLToPath } from 'node:url'; let order, createInstrumenter;" +
      "export const initialize = (given) => { order = given; ({ createInstrumenter } = createRequire(order.instrumenter)(order.instrumenter)); };" +
      "const isMeasured = (url) => order.roots.some((root) => (url === root || url.startsWith(root.endsWith('/') ? root : root + '/')) && (order.packages || !url.slice(root.length).includes('/node_modules/')));" +
      "export const load = async (url, context, next) => { const loaded = await next(url, context); const plain = url.replace(/[?#].*$/, '');" +
      "if (loaded.format !== 'module' || !plain.startsWith('file:') || !isMeasured(plain)) return loaded;" +
      "return { ...loaded, source: createInstrumenter({ esModules: true, compact: false, produceSourceMap: false }).instrumentSync(Buffer.from(loaded.source).toString(), fileURLToPath(plain)) }; };";
    nodeModule.register("data:text/javascript," + encodeURIComponent(hooks), { data: order });
    const told = new Set();
    const zero = (counts) => { for (const id in counts) { if (Array.isArray(counts[id])) counts[id].fill(0); else counts[id] = 0; } };
    const reset = () => { for (const file of Object.values(globalThis.__coverage__ ?? {})) { zero(file.s); zero(file.f); zero(file.b); } };
    return {
      settle: reset,
      reset,
      take: () => {
        const counters = [];
        for (const [path, file] of Object.entries(globalThis.__coverage__ ?? {})) {
          const flags = Uint8Array.from([...Object.values(file.s), ...Object.values(file.f), ...Object.values(file.b).flat()], (hits) => (hits > 0 ? 1 : 0));
          const maps = told.has(path) ? undefined : { path, statementMap: file.statementMap, fnMap: file.fnMap, branchMap: file.branchMap, s: { ...file.s }, f: { ...file.f }, b: { ...file.b } };
          told.add(path);
          counters.push({ path, flags, ...(maps && { file: JSON.parse(JSON.stringify(maps)) }) });
        }
        reset();
        return { scripts: [], counters };
      },
    };
  };

  const counters = ${COUNTERS_METER};

  const load = async () => {
    const loaded = await import(order.module);
    const found = loaded[order.name] ?? loaded.default?.[order.name];
    if (typeof found === "function") return found;
    throw new Error('it has no function exported as "' + order.name + '"');
  };
  try {
    const meter = await { counters, v8, istanbul }[order.kind]();
    const run = await load();
    const decoder = new TextDecoder();
    const contentOf = (bytes) => (order.input === "bytes" ? bytes : decoder.decode(bytes));
    for (const bytes of order.warmUp) { try { await run(contentOf(bytes)); } catch {} }
    meter.settle();
    parentPort.on("message", async (bytes) => {
      const content = contentOf(bytes);
      meter.reset();
      let thrown;
      const startedAt = performance.now();
      try { await run(content); } catch (error) { thrown = textOf(error); }
      const ms = performance.now() - startedAt;
      const taken = meter.take();
      parentPort.postMessage({ kind: "ran", thrown, ms, ...taken }, taken.bytes ? [taken.bytes.buffer] : []);
    });
    parentPort.postMessage({ kind: "ready" });
  } catch (error) {
    parentPort.postMessage({ kind: "unusable", reason: textOf(error) });
  }
});
`;
