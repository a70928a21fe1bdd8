/** Passes in other processes as strategies over test cases. */
import { numbered } from "../../core/candidates.ts";
import { forEachIndex, minus, whole, type Configuration } from "../../core/configuration.ts";
import { Unrenderable } from "../../core/errors.ts";
import type { Search, Strategy } from "../../core/search.ts";
import { fileCase, onlyFile, type TestCase } from "../../core/test-case.ts";
import { chain, done, first, labelled, later, over, toFixpoint } from "../../core/words.ts";
import type { ByteEdit, ByteChange, ExternalPass } from "../../passes/external.ts";
import { compatible } from "../../passes/support/compatible.ts";
import { atOnce, type ListSearch } from "./list-search.ts";
import { validity, type PassContext } from "./seeing.ts";

/**
 * How far external passes have come. What they make must be better than what they made before, even where another pass has made it
 * longer since (by indenting it, say): otherwise the two could undo each other's work for ever.
 */
export interface ExternalProgress {
  readonly current: TestCase;
  readonly floor?: TestCase;
}

/** All external passes of the context in turn, each until nothing of what it offers works. */
export const externally =
  (context: PassContext, list: ListSearch) =>
  (reached: ExternalProgress): Search<TestCase, ExternalProgress> => {
    const go = (before: ExternalProgress, from: number): Search<TestCase, ExternalProgress> => {
      const pass = context.external?.[from];
      if (pass === undefined) return done(before);
      return chain(untilNothing({ pass, context, list }, before), (after) => go(after, from + 1));
    };
    return go(reached, 0);
  };

/** External passes and another strategy in turn, until neither changes anything. */
export const besidesExternal = (
  strategy: Strategy<TestCase>,
  context: PassContext,
  list: ListSearch,
): Strategy<TestCase> => {
  if ((context.external ?? []).length === 0) return strategy;
  const outside = externally(context, list);
  return toFixpoint<TestCase>(
    (source) => chain(outside({ current: source }), ({ current }) => done(current)),
    strategy,
  );
};

interface Work {
  readonly pass: ExternalPass;
  readonly context: PassContext;
  readonly list: ListSearch;
}

/** A text that was changed is shown to the pass anew. */
const untilNothing = (work: Work, reached: ExternalProgress): Search<TestCase, ExternalProgress> =>
  chain(trying(work, reached), (next) =>
    next.key() === reached.current.key() ? done(reached) : untilNothing(work, { current: next, floor: next }),
  );

/** First those that do not overlap, as many at once as possible; where none of them works, all of them one by one. */
const trying = ({ pass, context, list }: Work, { current, floor }: ExternalProgress): Search<TestCase, TestCase> =>
  later(async () => {
    const { name, changes: offered } = await pass.changes(current);
    const bytes = onlyFile(current).bytes();
    const changes = offered.filter((change) => improves(bytes, change));
    if (changes.length === 0) return done(current);
    const isValid = validity(current, context);
    const render = (taken: readonly ByteChange[]): TestCase => {
      const candidate = withEdits(current, bytes, taken.flat());
      if (floor !== undefined && !isBetter(candidate, floor)) throw new Unrenderable("it is not better");
      if (!isValid(candidate)) throw new Unrenderable("it does not parse");
      return candidate;
    };
    const singly = (): Search<TestCase, TestCase> =>
      first(
        numbered(changes.length, (index) => render([changes[index] as ByteChange])),
        { phase: "change", granularity: changes.length, removes: 1 },
        (hit) => done(hit?.candidate ?? current),
      );
    const all = whole(compatible(changes).map((index) => changes[index] as ByteChange));
    const without = (left: Configuration<ByteChange>): TestCase => {
      const taken: ByteChange[] = [];
      forEachIndex(minus(all, left), (index) => taken.push(all.base[index] as ByteChange));
      return render(taken);
    };
    const many = chain(over(atOnce(list)(all), without), (left) =>
      left.length < all.length ? done(without(left)) : singly(),
    );
    return labelled(name, many);
  });

/** How much longer edits make a file; negative where they make it shorter. */
const growth = (edits: readonly ByteEdit[]): number => {
  let bytes = 0;
  for (const { start, end, data } of edits) bytes += data.length - (end - start);
  return bytes;
};

/** The same case with edits that do not overlap, in any order, in its bytes. What waits holds the edits, not a copy. */
const withEdits = (source: TestCase, bytes: Uint8Array, edits: readonly ByteEdit[]): TestCase => {
  const { path, mode } = onlyFile(source);
  return fileCase({ path, mode, bytes: () => spliced(bytes, edits) }, bytes.length + growth(edits));
};

const spliced = (bytes: Uint8Array, edits: readonly ByteEdit[]): Uint8Array => {
  const result = new Uint8Array(bytes.length + growth(edits));
  let from = 0;
  let at = 0;
  const put = (piece: Uint8Array): void => {
    result.set(piece, at);
    at += piece.length;
  };
  // What is put before an edit comes before it.
  for (const { start, end, data } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    put(bytes.subarray(from, start));
    put(data);
    from = end;
  }
  put(bytes.subarray(from));
  return result;
};

/** Does it make the bytes better, by itself or with others like it? What keeps them as long must do so at each place. */
const improves = (bytes: Uint8Array, change: ByteChange): boolean => {
  const more = growth(change);
  if (more !== 0 || change.some((edit) => growth([edit]) !== 0)) return more < 0;
  for (const { start, data } of change) {
    const place = data.findIndex((byte, index) => byte !== bytes[start + index]);
    if (place >= 0) return (data[place] as number) < (bytes[start + place] as number);
  }
  return false;
};

/** Shorter, or as long and earlier in the order of bytes: no endless sequence of files each better than the one before. */
const isBetter = (candidate: TestCase, than: TestCase): boolean => {
  if (candidate.size !== than.size) return candidate.size < than.size;
  const [a, b] = [onlyFile(candidate).bytes(), onlyFile(than).bytes()];
  const place = a.findIndex((byte, index) => byte !== b[index]);
  return place >= 0 && (a[place] as number) < (b[place] as number);
};
