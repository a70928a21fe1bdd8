/** Names of a module that are no ports, each with its declarations and all that uses it. */
import type { CoupledPass } from "../../pass.ts";
import { designOf, type Module, type Name } from "../design/design.ts";
import { outermost, portionsOf } from "../design/edits.ts";
import { withoutName } from "../design/uses.ts";

export const signals: CoupledPass = {
  kind: "coupled",
  name: "signals",
  about: "deletes wires, registers, functions and instances with everything that uses them",
  changes({ tree }) {
    const { view, modules } = designOf(tree);
    return modules.flatMap((module) =>
      portionsOf(innerNames(module)).map((gone) => outermost(gone.flatMap((name) => withoutName(view, name)))),
    );
  },
};

const innerNames = ({ ports, names }: Module): readonly Name[] => {
  const outer = new Set(ports.map(({ name }) => name));
  return [...names.values()].filter(({ name, declarations }) => declarations.length > 0 && !outer.has(name));
};
