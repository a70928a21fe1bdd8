/** Test cases as passes see them: parsed, with a way back. */
import type { Claim } from "../../core/claim.ts";
import { digest } from "../../core/digest.ts";
import { Unparsable, Unrenderable } from "../../core/errors.ts";
import { inTurns, mayWait } from "../../core/candidates.ts";
import type { Search } from "../../core/search.ts";
import type { TestCase } from "../../core/test-case.ts";
import { done, later } from "../../core/words.ts";
import { sourceText, withText } from "../../formats/source-text.ts";
import { endedInTurns, inTurn, parseInTurns, turn } from "../../languages/parse-in-turns.ts";
import type { Language, SyntaxTree } from "../../languages/syntax.ts";
import type { ExternalPass } from "../../passes/external.ts";
import type { Syntax } from "../../languages/pass.ts";

/** For all passes of a run. */
export interface PassContext {
  readonly language: Language;
  readonly rename: boolean;
  /** No candidate may have more syntax errors than the text it comes from; "whole": if nothing tears that text. */
  readonly valid: boolean | "whole";
  /** Passes in other processes. */
  readonly external?: readonly ExternalPass[];
}

/** The context for all that comes of a text: where there is no grammar, the text itself says how it is to be read. */
export const fittedTo = (context: PassContext, source: TestCase): PassContext => {
  const { fitted } = context.language;
  return fitted === undefined ? context : { ...context, language: fitted(sourceText(source).text) };
};

/** A test case as a pass sees it. */
export interface PassView {
  readonly syntax: Syntax;
  /** The same file with another text. Throws `Unrenderable` for one that is not worth a test. */
  render(text: string): TestCase;
  /** The same for a text that must be shorter. */
  renderShorter(text: string): TestCase;
}

/** Parsing a longer text, in UTF-16 units, is put off where the candidate is only foreseen. */
const SHORT = 20_000;
/** Parsing a longer text, in UTF-16 units, may take longer than a test; there, only `valid` asks for it. */
const QUICK = 200_000;
/** The same without a grammar, where any character may be a token, and what needs what is learnt from the text. */
const QUICK_PLAIN = 8000;

/** Is a text parsed and looked at in turns of its own? */
const takesTurns = (source: TestCase, { traits }: Language): boolean =>
  source.size > (traits.grammarless === true ? QUICK_PLAIN : QUICK);

interface SeeingContext extends PassContext {
  /** Texts with more syntax errors are not worth a test. */
  readonly filtered?: boolean;
}

const see = (source: TestCase, { language, rename, valid, filtered = false }: SeeingContext): PassView => {
  const read = sourceText(source);
  const tree = treeOf(language, source, read.text);
  const renderRepaired = (text: string): TestCase => {
    const strict = isBound(valid, tree);
    const matters = strict || (filtered && text.length <= QUICK);
    if (matters && !(text.length > SHORT && mayWait()) && isWorse(language, text, { tree, strict }))
      throw new Unrenderable("it does not parse");
    return withText(read, [text]);
  };
  const repaired = (text: string): string => language.repair?.(text) ?? text;
  const render = (text: string): TestCase => renderRepaired(repaired(text));
  const renderShorter = (text: string): TestCase => {
    const whole = repaired(text);
    if (whole.length >= tree.text.length) throw new Unrenderable("it is not shorter");
    return renderRepaired(whole);
  };
  return { syntax: { tree, language, rename }, render, renderShorter };
};

/** Must what comes of the text have no more errors than it has? */
const isBound = (valid: PassContext["valid"], tree: SyntaxTree): boolean =>
  valid === "whole" ? tornIn(tree) === 0 : valid;

const tornIn = ({ errors, torn = errors }: SyntaxTree): number => torn;

/** Tells whether a candidate has no more syntax errors than the source; of any, unless that matters. */
export const validity = (source: TestCase, { language, valid }: PassContext): ((candidate: TestCase) => boolean) => {
  const tree = valid === false ? undefined : parsed(() => treeOf(language, source));
  if (tree === undefined || !isBound(valid, tree)) return () => true;
  return (candidate) => !isWorse(language, sourceText(candidate).text, { tree, strict: true });
};

/** Kinds of nodes that a cut could tear in two where there is no grammar. */
const BALANCED = /^(?:group;?|string)$/;

/** What was proved of a text where only those that parse were tested. Some languages take any text. */
export const excepting = (
  { language, valid }: PassContext,
  result: TestCase,
  claims: readonly Claim[],
): readonly Claim[] => {
  const tree = valid === false ? undefined : parsed(() => treeOf(language, result));
  if (tree === undefined || !isBound(valid, tree) || parsed(() => language.parse("(").errors) === 0) return claims;
  const isPlain = language.traits.grammarless === true;
  if (isPlain && !tree.kind.some((kind) => BALANCED.test(language.kinds[kind] ?? ""))) return claims;
  const except = isPlain
    ? "candidates with unbalanced brackets, quotes or block words"
    : `candidates that do not parse${language.keepsMeaning === undefined ? "" : " or break other rules of the language"}`;
  return claims.map((claim) => ({ ...claim, except }));
};

/** What a text is compared with; strictly: no more nodes with nothing in them, either. */
interface Measure {
  readonly tree: SyntaxTree;
  readonly strict: boolean;
}

/** Has it more errors than the text of the tree? What the parser cannot take in has more than anything. */
const isWorse = (language: Language, text: string, measure: Measure): boolean => {
  const known = judgementsOf(language);
  const { tree, strict } = measure;
  const compared = language.keepsMeaning === undefined ? "" : numberOf(tree);
  const key = `${digest(text)} ${tree.errors} ${tornIn(tree)} ${tree.hollow ?? 0} ${strict} ${compared}`;
  const note = (judgement: boolean): boolean => {
    if (known.size >= MAX_JUDGEMENTS) known.clear();
    known.set(key, judgement);
    return judgement;
  };
  const judgement = known.get(key);
  if (judgement !== undefined) return judgement;
  if (text.length > QUICK) inTurns(async () => note(await judgeInTurns(language, text, measure)));
  return note(judge(language, text, measure));
};

/** Look-ahead comes to the same text in many ways, and the walk comes there again. */
const judgements = new WeakMap<Language, Map<string, boolean>>();
const MAX_JUDGEMENTS = 20_000;

/** Tells trees apart that candidates are compared with. */
const numbers = new WeakMap<SyntaxTree, number>();
let lastNumber = 0;

const numberOf = (tree: SyntaxTree): number => {
  const number = numbers.get(tree) ?? ++lastNumber;
  numbers.set(tree, number);
  return number;
};

const judgementsOf = (language: Language): Map<string, boolean> => {
  const known = judgements.get(language) ?? new Map<string, boolean>();
  judgements.set(language, known);
  return known;
};

const judge = (language: Language, text: string, { tree, strict }: Measure): boolean =>
  !parsed(() => {
    if (tree.errors === 0 && language.isWhole !== undefined) return language.isWhole(text, tree, strict);
    const candidate = language.parse(text, tree);
    if (candidate.errors > tree.errors || tornIn(candidate) > tornIn(tree)) return false;
    if (!strict) return true;
    return (candidate.hollow ?? 0) <= (tree.hollow ?? 0) && language.keepsMeaning?.(candidate, tree) !== false;
  });

/** The same, while others have their turn. */
const judgeInTurns = async (language: Language, text: string, measure: Measure): Promise<boolean> => {
  const { tree, strict } = measure;
  let isWhole: boolean | undefined;
  await turn();
  await parsedLater(async () => {
    if (tree.errors > 0 || language.isWhole === undefined) await parseInTurns(language, text);
    else if (language.isWholeInSteps !== undefined)
      isWhole = await endedInTurns(language.isWholeInSteps(text, tree, strict));
  });
  return isWhole === undefined ? judge(language, text, measure) : !isWhole;
};

const parsed = <T>(parse: () => T): T | undefined => {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Unparsable) return undefined;
    throw error;
  }
};

const parsedLater = async (parse: () => Promise<void>): Promise<void> => {
  try {
    await parse();
  } catch (error) {
    if (!(error instanceof Unparsable)) throw error;
  }
};

/** Where the parser gives up, nothing is changed. */
export const seeing = (
  source: TestCase,
  context: SeeingContext,
  use: (seen: PassView) => Search<TestCase, TestCase>,
): Search<TestCase, TestCase> => seeingElse(source, { ...context, otherwise: source }, use);

/** The same for what is more than a test case. */
export const seeingElse = <Result>(
  source: TestCase,
  context: SeeingContext & { readonly otherwise: Result },
  use: (seen: PassView) => Search<TestCase, Result>,
): Search<TestCase, Result> => {
  const look = (): Search<TestCase, Result> => parsed(() => use(see(source, context))) ?? done(context.otherwise);
  return later(
    () => (takesTurns(source, context.language) ? afterParsing(source, context, look) : look()),
    () => (knownTree(context.language, source) === undefined ? source.size : 0),
  );
};

/** A long text is parsed step by step, and looked at in a turn of its own: signals, keys and answers are heard between them. */
const afterParsing = async <T>(source: TestCase, { language }: PassContext, look: () => T): Promise<T> => {
  await turn();
  if (knownTree(language, source) === undefined) {
    const { text } = sourceText(source);
    await parsedLater(async () => void remember(language, source, await parseInTurns(language, text)));
  }
  return await inTurn(look);
};

interface Parsed {
  readonly language: Language;
  readonly key: string;
  readonly tree: SyntaxTree;
}

/** The latest first. A pass that changed nothing leaves its tree to the next one, and look-ahead its trees to the walk. */
let lastParsed: readonly Parsed[] = [];
const MAX_TREES = 64;
/** The length of all texts but the latest together, in UTF-16 units. */
const MAX_TEXT = 1_000_000;

const knownTree = (language: Language, source: TestCase): SyntaxTree | undefined =>
  lastParsed.find((known) => known.language === language && known.key === source.key())?.tree;

const treeOf = (language: Language, source: TestCase, text = sourceText(source).text): SyntaxTree => {
  const known = knownTree(language, source);
  const earlier = lastParsed.find((each) => each.language === language)?.tree;
  return remember(language, source, known ?? language.parse(text, earlier));
};

const remember = (language: Language, source: TestCase, tree: SyntaxTree): SyntaxTree => {
  let room = MAX_TEXT;
  const others = lastParsed.filter((each) => each.tree !== tree && (room -= each.tree.text.length) > 0);
  lastParsed = [{ language, key: source.key(), tree }, ...others.slice(0, MAX_TREES - 1)];
  return tree;
};
