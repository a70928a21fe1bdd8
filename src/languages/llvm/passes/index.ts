/** The passes of LLVM's assembly, by when they have their turn. */
import { blocks, branches, labels, paths, unreachable } from "./blocks.ts";
import { brief, spelled } from "./brief.ts";
import { attributes, metadata } from "./decorations.ts";
import { dead, given, taken } from "./ends.ts";
import { bodies, items, unused } from "./items.ts";
import { nodes } from "./nodes.ts";
import { parameters, returns } from "./signatures.ts";
import { instructions, operands, skeletons, stands } from "./values.ts";

/** They know nothing of types and of what needs what: nearly all of their candidates are no modules. */
const OTHERS =
  "top-level statements unwrap elements tokens lines words gaps names strings arguments definitions inline hoist fillers literals brackets " +
  "runs postfixes pointers generics qualifiers types merge twins branches macros characters layout directives conditionals attributes prototypes";

export const llvmPasses = {
  first: [spelled, metadata, attributes, bodies, unused],
  coarse: [items, unused, skeletons, blocks, unreachable, paths, dead, instructions],
  fine: [
    metadata,
    attributes,
    bodies,
    unused,
    items,
    skeletons,
    unreachable,
    paths,
    dead,
    blocks,
    instructions,
    taken,
    given,
    stands,
    branches,
    operands,
    parameters,
    returns,
    nodes,
    labels,
  ],
  last: [brief],
  without: [...OTHERS.split(" "), "white space", "other names", "bare strings", "old parameters"],
};
