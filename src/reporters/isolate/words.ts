/** The words for an isolation that all reporters share. */
import { visibleLine } from "../../core/visible.ts";
import { counted, time } from "../../progress/figures.ts";
import type { IsolationClosing, ReportedChange } from "./closing.ts";

/** The noun for what was found: at the level of commits, that is commits. */
export const foundNoun = ({ noun, trigger }: IsolationClosing): string =>
  trigger.length > 0 && trigger.every(({ what }) => what === "commit") ? "commit" : noun;

export const headingOf = ({ titles, noun, changes, changedFiles }: IsolationClosing): string => {
  const files = changedFiles === undefined ? "" : ` in ${counted(changedFiles, "file")}`;
  return `${titles.good} → ${titles.bad}: ${counted(changes, noun)}${files}`;
};

export const testsText = ({ tests, wallMs }: IsolationClosing): string => {
  const unresolved = tests.unresolved === 0 ? "" : ` (${tests.unresolved} can't tell)`;
  const recalled = tests.recalled === 0 ? "" : `, ${tests.recalled} recalled`;
  return `${counted(tests.run, "test")}${unresolved}${recalled}, ${time(wallMs)}`;
};

/** "the change that does it", "the flags that do it together". */
export const triggerTitle = (closing: IsolationClosing): string => {
  const { trigger, status, causes } = closing;
  const noun = foundNoun(closing);
  const stopped = status === "stopped";
  if (trigger.length === 1) return `the ${noun} that does it${stopped ? " (search not finished)" : ""}`;
  if (!stopped && causes !== undefined)
    return `the ${trigger.length} ${noun}s that do it${causes === trigger.length ? "" : `: ${causes} causes`}, each without the others`;
  return stopped
    ? `the cause is among these ${trigger.length} ${noun}s (search not finished)`
    : `the ${trigger.length} ${noun}s that do it together`;
};

/** What stands in the patch beside the trigger. */
const othersIn = ({ trigger, patch = [] }: IsolationClosing): readonly ReportedChange[] => {
  const ids = new Set(trigger.map(({ id }) => id));
  return patch.filter((change) => !ids.has(change.id) && !trigger.some((other) => isSamePiece(change, other)));
};

/** In a history, the trigger is counted from the commit before it, and the patch from the good end: both end up on the same lines. */
const isSamePiece = ({ span: one, new: text }: ReportedChange, { span: other, new: found }: ReportedChange): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.file === other.file &&
  one.from === other.from &&
  one.to === other.to &&
  text === found;

/** Where the others stand; one at the place of the trigger by what it says, too, for a line may hold several changes. */
export const othersNamed = (closing: IsolationClosing): readonly string[] => {
  const taken = new Set(closing.trigger.map(placeOf));
  return othersIn(closing).map((change) => {
    const place = placeOf(change);
    const [said] = taken.has(place) ? diffLines(change).toReversed() : [];
    return said === undefined ? place : `${place} (${said.sign} ${said.text.trim()})`;
  });
};

const WHATS: Readonly<Record<string, string>> = { added: "new", deleted: "gone" };

/** "lib/a.js:35", "lib/b.js (new)", "-fgcse". */
export const placeOf = (change: ReportedChange): string => visibleLine(placeIn(change));

const placeIn = ({ id, file, line, what, old, new: fresh }: ReportedChange): string => {
  if (file === undefined) return id;
  if (what === "renamed") return `${old ?? file} → ${fresh ?? "?"} (renamed)`;
  if (what !== undefined) return `${file} (${WHATS[what] ?? what})`;
  return line === undefined ? file : `${file}:${line}`;
};

/** "0a1b2c3 Ann, 2026-01-02: subject"; nothing where that is unknown. */
export const originOf = ({ commit, author, date, message }: ReportedChange): string | undefined => {
  if (commit === undefined) return undefined;
  const isHash = /^[0-9a-f]{40,64}$/.test(commit);
  const who = [isHash ? commit.slice(0, 10) : commit, author, date?.slice(0, 10)].filter((part) => part !== undefined);
  return message === undefined ? who.join(", ") : `${who.join(", ")}: ${message}`;
};

export interface ProofLine {
  readonly holds: boolean | undefined;
  /** The same as a sign. */
  readonly mark: "✓" | "✗" | "?";
  readonly text: string;
}

const shown = (holds: boolean | undefined, yes: string, no: string, unknown: string): ProofLine => ({
  holds,
  mark: holds === undefined ? "?" : holds ? "✓" : "✗",
  text: holds === undefined ? unknown : holds ? yes : no,
});

/** In plain words, whether it holds or not. */
export const proofLines = (closing: IsolationClosing): readonly ProofLine[] => {
  const { proof, trigger, patch } = closing;
  const noun = foundNoun(closing);
  const these =
    patch === undefined ? "the patch" : patch.length === 1 ? `this ${noun}` : `these ${patch.length} ${noun}s`;
  const { alongside = [] } = proof;
  const along = alongside.length === 0 ? "" : ` (and ${alongside.join(", ")}, which cannot work without it)`;
  const those = `${trigger.length === 1 ? `that ${noun}` : `those ${trigger.length} ${noun}s`}${along}`;
  return [
    ...(patch === undefined && proof.goodPlusPatchFails === undefined
      ? []
      : [
          shown(
            proof.goodPlusPatchFails,
            `the good end with ${these} fails`,
            `the good end with ${these} does not fail like the bad end`,
            `the good end with ${these} was not tested`,
          ),
        ]),
    shown(
      proof.badMinusTriggerPasses,
      `the bad end without ${those} works`,
      `the bad end without ${those} does not work${proof.remarks.length === 0 ? ": there is another cause" : ""}`,
      `the bad end without ${those} was not tested`,
    ),
  ];
};

export interface DiffLine {
  readonly sign: "-" | "+";
  readonly text: string;
}

/** What a change takes away and what it puts there; nothing for what is no text, or is said by its id. */
export const diffLines = (change: ReportedChange): readonly DiffLine[] =>
  change.what === "renamed" || isNamed(change) ? [] : [...signed("-", change.old), ...signed("+", change.new)];

/** The values of a variable are worth showing; a flag, a test and the version of a package are in the id. */
const isNamed = ({ id, file, old = "", new: fresh = "", what = "" }: ReportedChange): boolean =>
  file === undefined &&
  (id.endsWith(`${old}->${fresh}`) || [old, fresh].includes(id) || !["added", "deleted", "changed"].includes(what));

const signed = (sign: DiffLine["sign"], text = ""): readonly DiffLine[] =>
  text === ""
    ? []
    : text
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => ({ sign, text: visibleLine(line) }));

/** The number of reasons for unresolved tests in a report. */
export const MAX_REASONS = 10;

export const LEVEL_HEADINGS = ["looking for", "level", "changes", "tests", "can't tell"] as const;

/** A row under these headings. */
export const levelCells = (level: IsolationClosing["levels"][number]): readonly string[] => [
  level.goal,
  level.name,
  ...[level.changes, level.tests, level.unresolved].map(String),
];

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
