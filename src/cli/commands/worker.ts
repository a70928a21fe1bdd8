/** `pare worker`: lends this machine to the runs of a cluster, or shows who else does. */
import { join, resolve } from "node:path";
import { defaultCacheDirectory, openBlobCache } from "../../cluster/cache/blob-cache.ts";
import type { Cluster, ClusterOptions } from "../../cluster/cluster.ts";
import { openCluster } from "../../cluster/connection/connect.ts";
import { clusterStatus } from "../../cluster/status.ts";
import { startWorker, type Worker } from "../../cluster/worker/worker.ts";
import { UserError } from "../../core/errors.ts";
import { PARE_VERSION } from "../../runs/version.ts";
import { defaultJobs } from "../../runner/jobs.ts";
import { openScratch } from "../../runner/index.ts";
import { readArguments, type Arguments } from "../arguments.ts";
import { OPENERS } from "../cluster/openers.ts";
import { clusterOptions } from "../cluster/options.ts";
import { statusLines } from "../cluster/status-text.ts";
import { counted, figuresText, noteText } from "../cluster/text.ts";
import { EXIT } from "../failure.ts";
import { size } from "../../settings/readers.ts";
import type { Terminal, OutputStream } from "../terminal.ts";
import { WORKER } from "../usages.ts";
import { CLEAR_LINE } from "../../core/control.ts";
import { visibleLine } from "../../core/visible.ts";

const CACHE_BYTES = 10 * 2 ** 30;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export const run = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  const given = readArguments(WORKER, typed, terminal);
  if (given.input !== undefined)
    throw new UserError("TOO_MANY_ARGUMENTS", `pare worker takes no input, but got ${given.input}.`, {
      advice: "The inputs come with the runs: pare worker --cluster nats://HOST:4222.",
    });
  const options = clusterOptions(given.settings, terminal.directory);
  if (options === undefined)
    throw new UserError("NO_CLUSTER_URL", "No cluster was given.", {
      advice: "Give --cluster nats://HOST:4222, or set PARE_CLUSTER.",
    });
  return given.extras.includes("--status")
    ? await showStatus(options, given, terminal)
    : await work(options, given, terminal);
};

const showStatus = async (
  options: ClusterOptions,
  { settings }: Arguments,
  { out, err }: Terminal,
): Promise<number> => {
  const cluster = await openCluster(options, {
    name: "pare status",
    onWarning: (text) => err.write(`pare: ${text}\n`),
  });
  try {
    const status = await clusterStatus(cluster);
    if (settings.json === true) out.json(JSON.stringify({ status: "complete", cluster: cluster.url, ...status }));
    else
      out.write(
        statusLines(status, cluster.url)
          .map((line) => `${line}\n`)
          .join(""),
      );
    return EXIT.fine;
  } finally {
    await cluster.close();
  }
};

const work = async (options: ClusterOptions, given: Arguments, terminal: Terminal): Promise<number> => {
  const { settings, values } = given;
  const mostBytes = cacheSize(values.get("--cache-size"));
  const slots = settings.jobs ?? defaultJobs();
  let worker: Worker | undefined;
  const log =
    settings.quiet === true ? SILENT : openLog(terminal.err, () => (worker ? figuresText(worker.figures()) : ""));
  const tell = (text: string | undefined): void => void (text !== undefined && log.line(text));
  const ends: (() => Promise<void> | void)[] = [() => log.close()];
  try {
    const cluster = await openCluster(options, { name: "pare worker", onWarning: tell });
    ends.push(() => cluster.close());
    const scratch = openScratch();
    ends.push(() => scratch.close());
    const directory = resolve(terminal.directory, values.get("--cache") ?? defaultCacheDirectory(terminal.environment));
    const cache = openBlobCache({ directory, mostBytes, blobs: cluster.blobs });
    ends.push(() => cache.close());
    worker = startWorker({
      cluster,
      openers: OPENERS,
      cache,
      slots,
      directory: join(scratch.path, "benches"),
      pare: PARE_VERSION,
      name: values.get("--name"),
      log: (note) => tell(noteText(note)),
    });
    tell(`${worker.name} lends ${counted(slots, "slot")} to ${cluster.url}. Ctrl-C stops it.`);
    await untilLeft(worker, cluster, tell);
    const { done, refused } = worker.figures();
    tell(`${counted(done, "job")} done.`);
    if (settings.json === true)
      terminal.out.json(JSON.stringify({ status: "complete", name: worker.name, slots, done, refused }));
    return EXIT.fine;
  } finally {
    for (const end of ends.toReversed()) await end();
  }
};

/** The first signal lets jobs end, the second gives them to others, the third waits for nothing. */
const untilLeft = async (worker: Worker, cluster: Cluster, tell: (text: string) => void): Promise<void> => {
  let signals = 0;
  const stop = (): void => {
    signals += 1;
    if (signals === 1) void worker.drain();
    else if (signals === 2) {
      tell("Handing the running jobs to other workers.");
      void worker.stop();
    } else process.exit(EXIT.interrupted);
  };
  for (const name of SIGNALS) process.on(name, stop);
  try {
    await worker.closed;
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
  if (signals === 0)
    throw new UserError("CLUSTER_CLOSED", `The connection to ${cluster.url} was closed and cannot be restored.`, {
      advice: "Check that the server still accepts this worker, and start it again.",
    });
};

const SILENT: WorkerLog = { line: () => undefined, close: () => undefined };

const cacheSize = (typed: string | undefined): number => {
  if (typed === undefined) return CACHE_BYTES;
  const reader = size(1);
  const bytes = reader.read(typed);
  if (bytes !== undefined) return bytes;
  throw new UserError("BAD_VALUE", `--cache-size cannot be ${JSON.stringify(typed)}.`, {
    advice: `Give ${reader.wants}.`,
  });
};

interface WorkerLog {
  line(text: string): void;
  close(): void;
}

const INTERVAL_MS = 2000;

/** `status`: for the line below; it is shown again when it has changed. */
const openLog = (output: OutputStream, status: () => string): WorkerLog => {
  let shown = "";
  const erase = (): void => {
    if (shown !== "") output.write(CLEAR_LINE);
    shown = "";
  };
  const show = (): void => {
    const text = visibleLine(status()).slice(0, Math.max(output.columns - 1, 1));
    if (text === shown) return;
    erase();
    output.write(text);
    shown = text;
  };
  const timer = output.isTerminal ? setInterval(show, INTERVAL_MS).unref() : undefined;
  return {
    line: (text) => {
      erase();
      const time = output.isTerminal ? `${new Date().toTimeString().slice(0, 8)} ` : "";
      output.write(`${time}${visibleLine(text)}\n`);
    },
    close: () => {
      clearInterval(timer);
      erase();
    },
  };
};
