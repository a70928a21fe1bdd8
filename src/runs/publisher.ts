/** How the result gets to its place: always the verified best, replaced as a whole. */
import { appendRegular } from "../journals/regular-file.ts";
import { onlyFile, type TestCase } from "../core/test-case.ts";
import { onDisk } from "../journals/disk-errors.ts";
import { replaceFile } from "./atomic.ts";
import type { ModeFor } from "./audience.ts";
import { contentOf } from "./content.ts";
import { sha256 } from "./identity.ts";
import { checkRegular, outputError, statsOf } from "./output.ts";
import { replaceTree } from "./tree.ts";

/** Where results go. */
export interface Output {
  readonly path: string;
  put(best: TestCase): void;
}

export const fileOutput = (path: string, mode: number | ModeFor): Output => ({
  path,
  put: (best) => written(path, onlyFile(best).bytes(), mode),
});

/** Puts a file in its place. What has become of the place meanwhile is looked at again. */
const written = (path: string, content: Uint8Array, mode: number | ModeFor): void => {
  checkRegular(`The output ${path}`, statsOf(path));
  try {
    replaceFile(path, content, mode);
  } catch (error) {
    throw outputError(error, path);
  }
};

interface DirectoryTerms {
  readonly mode: ModeFor;
  readonly check: () => void;
}

/**
 * `known`: a file in which the digests of what is put there are noted first, so that it is known for a result ever after. `check`
 * throws when what lies there is none, for somebody may have put something there meanwhile.
 */
export const directoryOutput = (path: string, known: string, { mode, check }: DirectoryTerms): Output => ({
  path,
  put: (best) => {
    check();
    onDisk(`cannot write ${known}`, () => appendRegular(known, `${treeDigest(best)}\n`));
    try {
      replaceTree(path, best, mode);
    } catch (error) {
      throw outputError(error, path);
    }
  },
});

const sorted = <T extends { readonly path: string }>(entries: readonly T[] = []): readonly T[] =>
  entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));

/** By the content of all that is in it. */
export const treeDigest = (tree: TestCase): string => {
  const entries = { files: sorted(tree.files), links: sorted(tree.links), folders: sorted(tree.folders) };
  return sha256(contentOf(entries, { plain: false }));
};

/** The longest time the output may lag behind the best. */
const PUBLISH_MS = 100;

export interface PublisherHooks {
  /** Runs before every replacement: what was published must be known to the journal for good. */
  readonly beforehand: () => void;
  readonly onPublished: (published: { readonly path: string; readonly bytes: number }) => void;
  /** A publication that nobody waited for could not be made. */
  readonly onBroken: (error: unknown) => void;
}

/** Publishes at most ten times a second; the last one always arrives. */
export class Publisher {
  readonly #output: Output;
  readonly #hooks: PublisherHooks;
  #waiting: TestCase | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(output: Output, hooks: PublisherHooks) {
    this.#output = output;
    this.#hooks = hooks;
  }

  offer(best: TestCase): void {
    this.#waiting = best;
    this.#timer ??= setTimeout(() => {
      try {
        this.flush();
      } catch (error) {
        this.#hooks.onBroken(error);
      }
    }, PUBLISH_MS);
  }

  /** Publishes what is waiting, now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const best = this.#waiting;
    if (best === undefined) return;
    this.#waiting = undefined;
    this.#hooks.beforehand();
    this.#output.put(best);
    this.#hooks.onPublished({ path: this.#output.path, bytes: best.size });
  }

  /** Forgets what is waiting. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = undefined;
  }
}
