/** What tests have come to, shared between runs with the same oracle and the same secret. */
import { KvWatchInclude, type KV, type KvEntry } from "@nats-io/kv";
import { answerTo } from "./again.ts";
import { Refusal, type Signer } from "./signing.ts";

export interface Outcomes {
  /** Everything known about an oracle, kept up to date until it is closed. */
  follow(kit: string): Promise<KnownOutcomes>;
  /** What is known about one candidate, asked of the server now. */
  recall(kit: string, key: string): Promise<unknown>;
  keep(kit: string, key: string, body: unknown): Promise<void>;
}

export interface KnownOutcomes {
  get(key: string): unknown;
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
      const known = new Map<string, unknown>();
      const note = (entry: KvEntry): void => {
        if (entry.operation !== "PUT") return;
        const value = opened(signer, entry);
        if (value !== undefined) known.set(entry.key, value);
      };
      const filter = `${folderOf(kit)}.*`;
      // News first, so that nothing falls between the two.
      const news = await answerTo(() => bucket.watch({ key: filter, include: KvWatchInclude.UpdatesOnly }));
      void (async () => {
        for await (const entry of news) note(entry);
      })().catch(() => undefined);
      for await (const entry of await answerTo(() => bucket.history({ key: filter }))) note(entry);
      return { get: (key) => known.get(nameOf(kit, key)), close: () => news.stop() };
    },
    async recall(kit, key) {
      const entry = await bucket.get(nameOf(kit, key));
      return entry === null || entry.operation !== "PUT" ? undefined : opened(signer, entry);
    },
    async keep(kit, key, body) {
      const name = nameOf(kit, key);
      await bucket.put(name, signer.sealValue(name, body));
    },
  };
};

/** What does not verify is as good as not there. */
const opened = (signer: Signer, { key, value }: KvEntry): unknown => {
  try {
    return signer.openValue(key, value);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};
