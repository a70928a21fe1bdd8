/** Types become the simplest type of the language. */
import { inOrder } from "./support/edit-order.ts";
import type { Edit, EditPass } from "../languages/pass.ts";
import { isTypeNode, simpleTypes, withType } from "./support/type-nodes.ts";

export const types: EditPass = {
  kind: "edits",
  name: "types",
  about: "makes types as simple as the language has them",
  filtered: true,
  edits(syntax, from) {
    const { tree } = syntax;
    const simple = simpleTypes(syntax);
    const edits: Edit[] = [];
    for (let node = 1; node < tree.length && simple.length > 0; node++) {
      if (!isTypeNode(syntax, node)) continue;
      for (const type of simple) {
        const edit = withType(syntax, node, type);
        if (edit.start >= from && type.length < edit.end - edit.start) edits.push(edit);
      }
    }
    return inOrder(edits);
  },
};
