/** From settings and a terminal to what reporters are chosen by. */
import { appendFileSync } from "node:fs";
import { given } from "../core/maybe.ts";
import type { PageView, LiveScreen, Stage } from "../reporters/reporter.ts";
import type { Screen, ScreenOptions } from "../tui/screen.ts";
import { isInForeground, thisKeyboard } from "./keyboard.ts";
import type { Settings } from "./settings.ts";
import { isInActions, type OutputStream, type Terminal } from "./terminal.ts";

export interface StageOptions {
  /** What it is about, as typed. */
  readonly title: string;
  /** What a screen is told about the run, and does to it; missing for commands without one. */
  readonly screen?: Pick<ScreenOptions, "wheel" | "history" | "address">;
  readonly page?: () => Promise<PageView>;
  /** Puts the report where it is wanted. */
  readonly report?: (text: string) => void;
}

/** Smaller terminals get a live line. */
const SMALLEST = { columns: 60, rows: 16 };

/** What draws a screen is loaded only where there is one. */
export const stageOf = async (
  settings: Settings,
  { out, err, environment, directory }: Terminal,
  { title, screen, page, report }: StageOptions,
): Promise<Omit<Stage, "now">> => {
  const { quiet = false, plain = false, json = false, noColor = false } = settings;
  const overwrites = err.isTerminal && !plain && !isSet(environment["CI"]);
  const wanted = overwrites && !quiet && hasRoom(err) ? screen : undefined;
  const drawn = wanted && (await import("../tui/screen.ts")).Screen;
  const live = wanted && drawn && screenOn(drawn, err, { ...wanted, title, noColor });
  return {
    title,
    directory,
    err,
    out,
    quiet,
    json,
    colours: !plain && !noColor,
    overwrites,
    ...given({ screen: live, page, report }),
    ...githubIn(environment),
  };
};

const githubIn = (environment: Terminal["environment"]): Pick<Stage, "github"> => {
  const annotates = isInActions(environment);
  const path = environment["GITHUB_STEP_SUMMARY"] ?? "";
  if (!annotates && path === "") return {};
  return { github: { annotates, ...(path !== "" && { summary: (text) => appendFileSync(path, text) }) } };
};

/** Continuous integration says so in CI: nobody looks there. */
export const isSet = (value: string | undefined): boolean => !["", "0", "false", undefined].includes(value);

type ScreenFacts = Pick<ScreenOptions, "title" | "wheel" | "history" | "address"> & { readonly noColor: boolean };

const hasRoom = ({ rows = 0, columns }: OutputStream): boolean =>
  rows >= SMALLEST.rows && columns >= SMALLEST.columns && isInForeground();

const screenOn = (made: typeof Screen, err: OutputStream, { noColor, ...about }: ScreenFacts): LiveScreen => {
  const keyboard = thisKeyboard();
  return new made({
    device: {
      write: (text) => err.write(text),
      get columns() {
        return err.columns;
      },
      get rows() {
        return err.rows ?? SMALLEST.rows;
      },
    },
    ...(keyboard !== undefined && { keyboard }),
    colours: !noColor,
    ...about,
  });
};
