/** How a thread gets scripts with counters: loaders in it ask the process for the new text, and wait. Kept as text, as what runs in the thread is. */
import type { MessagePort } from "node:worker_threads";
import type { CountedScripts } from "./scripts.ts";

/** What a thread asks. `id`: of the question; nothing if the thread stands still until the answer. */
interface Question {
  readonly id?: number;
  readonly path: string;
  readonly source: string;
}

/** By place in the memory that a thread and the process share. */
const ANSWERED = 0;
const USED = 1;

/** Answers what comes on a port, until it is closed. */
export const answerOn = (port: MessagePort, shared: Int32Array<SharedArrayBuffer>, scripts: CountedScripts): void => {
  port.on("message", async ({ id, path, source }: Question) => {
    try {
      const { text, used } = await scripts.script(path, source);
      Atomics.store(shared, USED, used);
      port.postMessage({ id, text });
    } catch (error) {
      port.postMessage({ id, reason: error instanceof Error ? error.message : String(error) });
    }
    if (id !== undefined) return;
    Atomics.store(shared, ANSWERED, 1);
    Atomics.notify(shared, ANSWERED);
  });
  port.unref();
};

/** Runs where modules are loaded, beside the thread: modules are asked for without standing still. */
const HOOKS: string = `
import { fileURLToPath } from "node:url";
let order, port, asked = 0;
const waiting = new Map();
export const initialize = (given) => {
  ({ order, port } = given);
  port.on("message", ({ id, text, reason }) => {
    const { done, fail } = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) port.unref();
    if (reason === undefined) done(text); else fail(new Error(reason));
  });
  port.unref();
};
const isMeasured = (url) => order.roots.some((root) => (url === root || url.startsWith(root.endsWith("/") ? root : root + "/")) && (order.packages || !url.slice(root.length).includes("/node_modules/")));
const counted = (path, source) => new Promise((done, fail) => {
  waiting.set(++asked, { done, fail });
  port.ref();
  port.postMessage({ id: asked, path, source });
});
export const load = async (url, context, next) => {
  const loaded = await next(url, context);
  const plain = url.replace(/[?#].*$/, "");
  if (!loaded.format?.startsWith("module") || loaded.source == null || !plain.startsWith("file:") || !isMeasured(plain)) return loaded;
  const source = Buffer.from(loaded.source).toString();
  return { ...loaded, source: await counted(fileURLToPath(plain), source) };
};
`;

/** The text of a function that makes the meter of a thread; it finds `order` and `isMeasured` around it. */
export const COUNTERS_METER: string = `async () => {
  const { receiveMessageOnPort } = await import("node:worker_threads");
  const nodeModule = await import("node:module");
  const { pathToFileURL } = await import("node:url");
  const { shared, port, hooksPort, room } = order.counting;
  const bytes = globalThis.$pare$ = new Uint8Array(room);
  const compile = nodeModule.Module.prototype._compile;
  nodeModule.Module.prototype._compile = function (content, path, ...rest) {
    if (typeof content !== "string" || !isMeasured(pathToFileURL(path).href)) return compile.call(this, content, path, ...rest);
    Atomics.store(shared, ${ANSWERED}, 0);
    port.postMessage({ path, source: content });
    Atomics.wait(shared, ${ANSWERED}, 0);
    const { text, reason } = receiveMessageOnPort(port).message;
    if (reason !== undefined) throw new Error(reason);
    return compile.call(this, text, path, ...rest);
  };
  const { counting, ...plain } = order;
  nodeModule.register("data:text/javascript," + encodeURIComponent(${JSON.stringify(HOOKS)}), { data: { order: plain, port: hooksPort }, transferList: [hooksPort] });
  const reset = () => bytes.fill(0, 0, Atomics.load(shared, ${USED}));
  return {
    settle: reset,
    reset,
    take: () => ({ scripts: [], counters: [], bytes: bytes.slice(0, Atomics.load(shared, ${USED})) }),
  };
}`;
