/** Directories, and several files at once: what is in them first, then the insides of files, in turn until nothing goes. */
import { distinct, exhausted, minimal, type Claim } from "../core/claim.ts";
import { elements, minus, whole, type Configuration } from "../core/configuration.ts";
import type { Search, Strategy } from "../core/search.ts";
import { entriesCase, foldersAbove, onlyFile, sizeOf, type CaseFile, type TestCase } from "../core/test-case.ts";
import { chain, done, later, one, over, toFixpoint } from "../core/words.ts";
import { isBinary } from "../formats/encoding.ts";
import { alone, emptied, pathsOf, weights, withFiles, without } from "../formats/entries.ts";
import { sourceText, withText } from "../formats/source-text.ts";
import { plainLanguage } from "../languages/plain.ts";
import type { Language } from "../languages/syntax.ts";
import { verify } from "../strategies/verify.ts";
import { coarsely, finely, named } from "./auto.ts";
import { binary } from "./binary.ts";
import { needsAmong } from "./file-needs.ts";
import { inOrder, type KeptMarks } from "./passes/needs.ts";
import { atOnce, swept, type ListSearch } from "./passes/list-search.ts";
import { forgetting } from "./references.ts";
import { gainedEnough, inTurn, isSame } from "./rounds.ts";
import type { PassContext } from "./passes/seeing.ts";

export interface EntriesContext extends Omit<PassContext, "language"> {
  /** By path, of the files that are text. */
  readonly languages: ReadonlyMap<string, Language>;
  /** Texts that say more precisely what is asked for, by path: tried before anything else. */
  readonly precise: ReadonlyMap<string, string>;
  /** Files may go; else they may only become empty. */
  readonly deletes: boolean;
  /** Files that decide what is checked: nothing of them goes before all others are done. */
  readonly isLast: (path: string) => boolean;
}

/** Among at most so many files, those that can go are looked for again after each file. */
const MAX_FILES = 12;

export const entries =
  (context: EntriesContext): Strategy<TestCase> =>
  (source) =>
    chain(inTurn([named("links", links), named("versions", precisely(context))])(source), (plain) =>
      chain(coarseRounds(context)(plain), (small) => {
        const rest = settled({ ...context, isLast: () => false });
        return small.files.some(({ path }) => context.isLast(path))
          ? chain(settled(context)(small), (early) => rest(early))
          : rest(small);
      }),
    );

/** What may go now. */
const free = ({ isLast }: EntriesContext, paths: readonly string[]): readonly string[] =>
  paths.filter((path) => !isLast(path));

/** Links to what is not a part of it are better gone from the beginning: what is needed of it shows then. */
const links: Strategy<TestCase> = (source) => {
  const paths = (source.links ?? []).map(({ path }) => path);
  return removing(paths, (gone) => without(source, gone), atOnce(swept))(source);
};

const precisely =
  ({ precise }: EntriesContext): Strategy<TestCase> =>
  (source) => {
    const others = source.files.flatMap((file): readonly (readonly [string, CaseFile])[] => {
      const text = precise.get(file.path);
      const read = sourceText(alone(file));
      return text === undefined || text === read.text ? [] : [[file.path, onlyFile(withText(read, [text]))]];
    });
    if (others.length === 0) return done(source);
    const candidate = withFiles(source, new Map(others));
    return one(
      () => candidate,
      { phase: "text" },
      (fails) => done(fails ? candidate : source),
    );
  };

const coarseRounds =
  (context: EntriesContext): Strategy<TestCase> =>
  (source) =>
    chain(inTurn([apart(context), ...insides(context, source, coarse)])(source), (result) =>
      gainedEnough(source, result) ? coarseRounds(context)(result) : done(result),
    );

/** Each stage until it changes nothing, and all of them until none does. */
const settled =
  (context: EntriesContext): Strategy<TestCase> =>
  (source) => {
    const proved: Strategy<TestCase> = (each) =>
      chain(inTurn([apart(context), proof(context)])(each), (left, claims) =>
        isSame(each, left) ? done(left, claims) : proved(left),
      );
    const often = context.deletes && source.files.length <= MAX_FILES ? [referring(context)] : [];
    // What only one file has used goes before its own turn comes; where nothing has changed, all answers are known.
    const stages = [proved, ...insides(context, source, fine).flatMap((stage) => [stage, ...often])];
    return chain(toFixpoint(...stages)(source), (result, claims) => done(result, distinct(claims)));
  };

/** Words, folders by their levels, files with what refers to them, files alone, contents. */
export const apart =
  (context: EntriesContext): Strategy<TestCase> =>
  (source) => {
    const depth = source.files.reduce((most, { path }) => Math.max(most, foldersAbove(path).length), 0);
    const levels = Array.from({ length: depth }, (_, level) => folders(context, level + 1)).map((level) =>
      named("folders", claiming(minimal(1, "folders"), level)),
    );
    const goes = context.deletes
      ? [...levels, referring(context), named("files", claiming(minimal(1, "files"), files(context)))]
      : [];
    return inTurn([
      named("words", words(swept)),
      ...goes,
      named("contents", claiming(exhausted("contents"), contents(context))),
    ])(source);
  };

const verified: ListSearch = (c) => verify(c);

/** No file, and no word of the command, can go. */
const proof =
  (context: EntriesContext): Strategy<TestCase> =>
  (source) => {
    const { deletes } = context;
    const paths = removing(free(context, pathsOf(source)), (gone) => without(source, gone), verified);
    const left = deletes ? claiming(minimal(1, "files"), paths) : done;
    return inTurn([named("files", left), named("words", words(verified))])(source);
  };

/** Things that may go, and what is left of a case without some of them. */
const removing =
  <Thing>(
    things: readonly Thing[],
    render: (gone: ReadonlySet<Thing>) => TestCase,
    list: ListSearch = swept,
  ): Strategy<TestCase> =>
  (source) => {
    if (things.length === 0) return done(source);
    const all = whole(things);
    const left = (kept: Configuration<Thing>): TestCase => render(new Set(elements(minus(all, kept))));
    return chain(over(list(all), left), (kept, claims) =>
      kept.length === things.length ? done(source, claims) : done(left(kept)),
    );
  };

/** The same with files or folders, by name, each with its files: users go before what they use. */
const removingUsers =
  (
    { languages }: EntriesContext,
    parts: ReadonlyMap<string, readonly string[]>,
    render: (gone: ReadonlySet<string>) => TestCase,
  ): Strategy<TestCase> =>
  (source) =>
    later(() => {
      const names = [...parts.keys()];
      const things = needsAmong(source, languages, [...parts.values()]);
      const left = (kept: KeptMarks): TestCase => render(new Set(names.filter((_, part) => kept[part] === 0)));
      const ordered = things.groups.flat().map((part) => names[part] as string);
      return chain(over(inOrder(things, new Set()), left), (kept) =>
        // Where nothing goes with what it needs, each is asked about by itself.
        kept.includes(0) ? done(left(kept)) : removing(ordered, render)(source),
      );
    });

/** The claim of a list in words that say what it is a list of. */
const claiming =
  (claim: Claim, strategy: Strategy<TestCase>): Strategy<TestCase> =>
  (source) =>
    chain(strategy(source), (result, claims) => done(result, claims.length > 0 ? [claim] : []));

/** Those of one level, the heaviest first. */
const folders =
  (context: EntriesContext, level: number): Strategy<TestCase> =>
  (source) => {
    const found = [...weights(source)].filter(([folder]) => folder.split("/").length === level);
    const ordered = new Map(found.toSorted(([, a], [, b]) => a - b).map(([folder]) => [folder, [] as string[]]));
    for (const path of free(context, pathsOf(source)))
      for (const folder of foldersAbove(path)) ordered.get(folder)?.push(path);
    const below = (gone: ReadonlySet<string>): ReadonlySet<string> =>
      new Set([...gone].flatMap((folder) => ordered.get(folder) ?? []));
    return removingUsers(context, ordered, (gone) => forgetting(source, below(gone), context.languages))(source);
  };

const referring = (context: EntriesContext): Strategy<TestCase> =>
  named("files", claiming(exhausted("files and references"), filesAndReferences(context)));

const filesAndReferences =
  (context: EntriesContext): Strategy<TestCase> =>
  (source) =>
    removingUsers(context, lightFirst(context, source), (gone) => forgetting(source, gone, context.languages))(source);

const files =
  (context: EntriesContext): Strategy<TestCase> =>
  (source) =>
    removingUsers(context, lightFirst(context, source), (gone) => without(source, gone))(source);

/** Lists are searched from their ends: what is heavy goes first. */
const lightFirst = (context: EntriesContext, source: TestCase): ReadonlyMap<string, readonly string[]> => {
  const sizes = new Map(source.files.map((file) => [file.path, sizeOf(file)]));
  const paths = free(context, pathsOf(source)).toSorted((a, b) => (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0));
  return new Map(paths.map((path) => [path, [path]]));
};

/** The same, users behind what they use. */
const usersLast = ({ languages }: EntriesContext, source: TestCase, some: readonly CaseFile[]): readonly CaseFile[] => {
  const light = some.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  const { groups } = needsAmong(
    source,
    languages,
    light.map(({ path }) => [path]),
  );
  return groups.flat().map((file) => light[file] as CaseFile);
};

/** Files that must be there, but not what is in them. */
const contents =
  (context: EntriesContext): Strategy<TestCase> =>
  (source) => {
    const full = source.files.filter((file) => sizeOf(file) > 0 && mayBeEmpty(context, file));
    const render = (gone: ReadonlySet<CaseFile>): TestCase =>
      withFiles(source, new Map([...gone].map((file) => [file.path, emptied(file)])));
    return removing(usersLast(context, source, full), render, atOnce(swept))(source);
  };

/** Words of the command. */
const words =
  (list: ListSearch): Strategy<TestCase> =>
  (source) => {
    const kept = source.words ?? [];
    const render = (gone: ReadonlySet<number>): TestCase =>
      entriesCase({ ...source, words: kept.filter((word) => !gone.has(word)) });
    const claim = minimal(1, "words of the command");
    if (kept.length === 0) return done(source, source.words === undefined ? [] : [claim]);
    return claiming(claim, removing(kept, render, list))(source);
  };

const mayBeEmpty = ({ isLast, languages, valid }: EntriesContext, { path }: CaseFile): boolean =>
  !isLast(path) && (valid === false || (languages.get(path)?.parse("").hollow ?? 0) === 0);

type Within = (context: EntriesContext, file: CaseFile) => Strategy<TestCase>;

/** Users before what they use, else the largest file first. */
const insides = (context: EntriesContext, source: TestCase, of: Within): readonly Strategy<TestCase>[] =>
  usersLast(
    context,
    source,
    source.files.filter(({ path }) => !context.isLast(path)),
  )
    .toReversed()
    .map(({ path }) => inside(context, path, of));

/** A file as if it were alone; the others lie where they lay. */
export const inside =
  (context: EntriesContext, path: string, of: Within): Strategy<TestCase> =>
  (source) =>
    later(
      () => {
        const file = source.files.find((each) => each.path === path);
        if (file === undefined || sizeOf(file) === 0) return done(source);
        const before = alone(file);
        const back = (after: TestCase): TestCase => withFiles(source, new Map([[path, onlyFile(after)]]));
        const search: Search<TestCase, TestCase> = over(of(context, file)(before), back);
        return chain(search, (after, claims) => done(after.key() === before.key() ? source : back(after), claims));
      },
      () => source.files.reduce((size, file) => size + (file.path === path ? sizeOf(file) : 0), 0),
    );

const coarse: Within = (context, file) => (isBinary(file.bytes()) ? done : coarsely(languageOf(context, file)));

const fine: Within = (context, file) =>
  isBinary(file.bytes()) ? binary(1, context.valid) : finely(languageOf(context, file));

export const languageOf = (context: EntriesContext, { path }: CaseFile): PassContext => ({
  ...context,
  language: context.languages.get(path) ?? plainLanguage,
});
