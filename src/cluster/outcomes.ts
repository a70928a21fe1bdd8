/** What tests have come to, shared between runs with the same oracle and the same secret. */
import * as v from "valibot";
import { KvWatchInclude, type KV, type KvEntry } from "@nats-io/kv";
import { answerTo } from "./retry.ts";
import { id } from "./validate.ts";
import { Refusal, type Signer } from "./signing.ts";
import { canonical, sha256 } from "../runs/identity.ts";
import type { Machine } from "./protocol.ts";

export interface Outcomes {
  /** Everything known about an oracle, kept up to date until it is closed. */
  follow(kit: string): Promise<KnownOutcomes>;
  keep(kit: string, key: string, outcome: KeptOutcome): Promise<void>;
}

/** What a test has come to, and who says so. */
interface KeptOutcome {
  readonly worker: string;
  readonly body: unknown;
}

export interface KnownOutcomes {
  /** Nothing that a worker says that is not trusted. */
  get(key: string): KeptOutcome | undefined;
  /** What this worker has said is taken away, for other runs, too; what it says later does not count. */
  distrust(worker: string): void;
  close(): void;
}

/** Both parts are keyed by the secret: who does not have it finds nothing, and cannot put anything where others would look. */
const LENGTH = 32;

export const openOutcomes = (bucket: KV, signer: Signer): Outcomes => {
  const folderOf = (kit: string): string => signer.name("kit", kit).slice(0, LENGTH);
  const nameOf = (kit: string, key: string): string =>
    `${folderOf(kit)}.${signer.name("key", kit, key).slice(0, LENGTH)}`;

  return {
    async follow(kit) {
      const known = new Map<string, KeptOutcome>();
      const distrusted = new Set<string>();
      const takeAway = (name: string): void => {
        known.delete(name);
        // Other runs can do without: they verify what they take over, too.
        bucket.delete(name).catch(() => undefined);
      };
      const note = (entry: KvEntry): void => {
        const outcome = entry.operation === "PUT" ? opened(signer, entry) : undefined;
        if (outcome === undefined) known.delete(entry.key);
        else if (distrusted.has(outcome.worker)) takeAway(entry.key);
        else known.set(entry.key, outcome);
      };
      const filter = `${folderOf(kit)}.*`;
      // News first, so that nothing falls between the two.
      const news = await answerTo(() => bucket.watch({ key: filter, include: KvWatchInclude.UpdatesOnly }));
      void (async () => {
        for await (const entry of news) note(entry);
      })().catch(() => undefined);
      for await (const entry of await answerTo(() => bucket.history({ key: filter }))) note(entry);
      return {
        get: (key) => known.get(nameOf(kit, key)),
        distrust: (worker) => {
          distrusted.add(worker);
          for (const [name, outcome] of known) if (outcome.worker === worker) takeAway(name);
        },
        close: () => news.stop(),
      };
    },
    async keep(kit, key, outcome) {
      const name = nameOf(kit, key);
      await bucket.put(name, signer.sealValue(name, outcome));
    },
  };
};

const keptOutcome = v.object({ worker: id, body: v.unknown() });

/** What does not verify is as good as not there. */
const opened = (signer: Signer, { key, value }: KvEntry): KeptOutcome | undefined => {
  try {
    const outcome = signer.openValue(key, value);
    return v.is(keptOutcome, outcome) ? outcome : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

/**
 * Names the outcomes of a kit on a machine. A compiler that was upgraded says something else about the same candidate: what the old
 * one has said is not taken for it. Workers keep outcomes by what they have, and a run looks for those of machines like its own.
 */
export const tableOf = (kit: string, { arch, programs }: Machine): string =>
  sha256(Buffer.from(canonical({ kit, arch, programs })));
