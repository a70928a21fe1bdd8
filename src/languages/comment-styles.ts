/** How comments look in a file, by its name alone. */
import type { CommentStyle } from "./definition.ts";
import { languages } from "./registry.ts";

/** Files of languages that have no grammar here, by their ending. */
const OTHERS: readonly (readonly [style: CommentStyle, endings: string])[] = [
  ["hash", "shell perl pl r elixir ex cmake conf dockerfile awk nim tcl"],
  ["dashes", "ada adb vhdl elm"],
  ["markup", "svelte vue markdown md embedded-template"],
  ["percent", "tex erlang erl prolog matlab m"],
  ["semicolon", "asm s lisp el clj scheme scm ll llvm wat ini"],
];

/** By the name of a language, or how a file of it ends. */
export const commentStyle = (ending: string): CommentStyle => {
  const name = ending.toLowerCase();
  const { language, isContent } = languages.extensions.get(name) ?? {};
  const known = languages.find(
    (isContent === undefined ? language : undefined) ?? languages.fileNames.get(name) ?? name,
  );
  return known?.comments ?? OTHERS.find(([, endings]) => endings.split(" ").includes(name))?.[0] ?? "slashes";
};

/** "c" of "src/a.c"; all of a name without a dot. */
export const endingOf = (path: string): string => /[^./]*$/.exec(path)?.[0] ?? "";

/** Those of all endings that are known, for who has no registry: an ending that is missing has slashes. */
export const commentStyles = (): Readonly<Record<string, CommentStyle>> => {
  const endings = [
    ...languages.extensions.keys(),
    ...languages.fileNames.keys(),
    ...OTHERS.flatMap(([, all]) => all.split(" ")),
  ];
  return Object.fromEntries(
    endings.map((ending) => [ending, commentStyle(ending)] as const).filter(([, style]) => style !== "slashes"),
  );
};
