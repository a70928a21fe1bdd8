/** What a command takes: read by the parser, the help, the man page, docs/guide/command-line.md and the completion alike. */
import type { SettingBase } from "../settings/setting.ts";
import type { FlagName } from "./settings.ts";

export interface Usage {
  readonly name: string;
  readonly summary: string;
  readonly settings: readonly FlagName[];
  /** Those that most people need: the help explains them first. All of them unless given. */
  readonly common?: readonly FlagName[];
  /** Shown by --help, the first ones first: what is typed, and what it does. */
  readonly examples: readonly (readonly [typed: string, does: string])[];
  /** Further paragraphs of the help. */
  readonly notes: readonly string[];
  readonly takesInput: boolean | "several";
  /** A command after `--`, where no setting is about a test. */
  readonly takesCommand?: boolean;
  /** Operators between words of the command for which it takes a shell by itself. */
  readonly shellWords?: readonly string[];
  /** How the help calls the inputs; "INPUT" or "INPUT..." unless given. */
  readonly inputWords?: string;
  /** What the help says of a setting that means something else to this command. */
  readonly own?: Readonly<Partial<Record<FlagName, Pick<SettingBase, "flags" | "about" | "default">>>>;
  /** What only this command has: switches, and flags with a value ("--as <form>"), which come from the command line alone. */
  readonly extras?: readonly { readonly flag: string; readonly about: string }[];
}

/** How a command is typed: "pare check INPUT [options] [-- COMMAND ARG...]". */
export const synopsisOf = (usage: Usage): string =>
  [
    "pare",
    usage.name,
    inputOf(usage),
    "[options]",
    ...(usage.settings.includes("test") || usage.takesCommand === true ? ["[-- COMMAND ARG...]"] : []),
  ]
    .filter((word) => word !== "")
    .join(" ");

const inputOf = ({ takesInput, inputWords }: Usage): string =>
  inputWords ?? (takesInput === "several" ? "INPUT..." : takesInput ? "INPUT" : "");
