/** Modules with their instances, or all of a module that is not its head. */
import type { CoupledPass, Edit } from "../../pass.ts";
import { designOf, type Design, type Module } from "../design/design.ts";
import { outermost, withoutDeclared } from "../design/edits.ts";

export const modules: CoupledPass = {
  kind: "coupled",
  name: "modules",
  about: "deletes modules with their instances, or everything in them",
  changes({ tree }) {
    const design = designOf(tree);
    return design.modules.flatMap((module) => [withInstances(design, module), emptied(design, module)]);
  },
};

const withInstances = ({ view, instances }: Design, { node, name }: Module): readonly Edit[] => {
  const own = instances.filter(({ type }) => type === name).map((instance) => instance.node);
  return outermost([{ ...view.span(node), text: "" }, ...withoutDeclared(view, own)]);
};

const HEAD: readonly string[] = ["port_declaration", "parameter_declaration"];

const emptied = ({ view }: Design, { node }: Module): readonly Edit[] => {
  const children = view.children(node);
  const from = children.findIndex((each) => view.is(each, ";"));
  const to = children.findLastIndex((each) => view.kind(each).startsWith("end"));
  return children
    .slice(from + 1, Math.max(from + 1, to))
    .filter((each) => !view.is(each, ...HEAD))
    .map((each) => ({ ...view.span(each), text: "" }));
};
