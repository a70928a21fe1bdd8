/** Commands: assertions by halves, declarations that nothing needs, everything else. */
import type { RewritePass } from "../../pass.ts";
import { headOf } from "../reader.ts";
import type { Entry, Script } from "../script.ts";
import { overScript, removed, type Change } from "./edits.ts";

const DECLARING = /^(?:declare|define)-/;

const isAssertion = (head: string): boolean => head.startsWith("assert");

const commandsThat = (script: Script, holds: (head: string) => boolean): readonly number[] =>
  script.commands.filter((command) => holds(headOf(script.source, command)));

export const assertions: RewritePass = {
  kind: "rewrites",
  name: "assertions",
  about: "deletes assertions",
  filtered: true,
  rewrites: overScript((script) => commandsThat(script, isAssertion).map((command) => [removed(script, command)])),
};

/** Those of which the script speaks nowhere else, or only in others of them. */
export const unused: RewritePass = {
  kind: "rewrites",
  name: "unused declarations",
  about: "deletes unused declarations",
  filtered: true,
  rewrites: overScript((script) => unneeded(script).map((command) => [removed(script, command)])),
};

const unneeded = (script: Script): readonly number[] => {
  const { source, entries, meanings } = script;
  const owned = new Map<number, Entry[]>();
  for (const entry of entries) {
    const known = owned.get(entry.owner);
    if (known === undefined) owned.set(entry.owner, [entry]);
    else known.push(entry);
  }
  const declarations = commandsThat(script, (head) => DECLARING.test(head));
  const needed = new Set<number>();
  const waiting = script.commands.filter((command) => !DECLARING.test(headOf(source, command)));
  for (let command = waiting.pop(); command !== undefined; command = waiting.pop())
    for (let node = command; node < (source.after[command] as number); node++) {
      const owner = meanings[node]?.owner;
      if (owner === undefined || needed.has(owner) || source.parent[owner] !== -1) continue;
      needed.add(owner);
      waiting.push(owner);
    }
  return declarations.filter((command) => owned.has(command) && !needed.has(command));
};

/** Options, questions and answers; what is pushed and popped goes together. */
export const otherCommands: RewritePass = {
  kind: "rewrites",
  name: "commands",
  about: "deletes commands other than assertions and declarations, push with its pop",
  filtered: true,
  rewrites: overScript((script) => {
    const changes: Change[] = [];
    const open: number[] = [];
    for (const command of commandsThat(script, (head) => !isAssertion(head) && !DECLARING.test(head))) {
      const head = headOf(script.source, command);
      if (head === "push") open.push(command);
      const pushed = head === "pop" ? open.pop() : undefined;
      if (pushed !== undefined) changes.push([removed(script, pushed), removed(script, command)]);
      else if (head !== "push") changes.push([removed(script, command)]);
    }
    return [...changes, ...open.map((command) => [removed(script, command)])];
  }),
};
