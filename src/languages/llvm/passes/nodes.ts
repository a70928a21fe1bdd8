/** Single pieces of metadata, where some of a kind must stay: attachments, records for debuggers, fields of nodes. */
import type { RewritePass, Syntax } from "../../pass.ts";
import type { Item } from "../module.ts";
import { addMetadata } from "./decorations.ts";
import { cutOf, Grouped, seenIn, type ParsedModule } from "./seen.ts";

/** What nodes cannot be read, or do not pass the verifier, without. */
const NEEDED = new Set(
  (
    "scope tag baseType types filename directory language file unit spFlags isDefinition discriminator value var expr entity " +
    "emissionKind DIEnumerator.name DIGlobalVariable.name DIGlobalVariable.type DILabel.name DIMacro.name DIModule.name DIMacro.type " +
    "DITemplateTypeParameter.type DITemplateValueParameter.type DISubprogram.type DILabel.line DILexicalBlock.line DILocation.inlinedAt " +
    "DISubrange.count DISubrange.upperBound"
  ).split(" "),
);

export const nodes: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "nodes",
  about: "deletes single pieces of metadata and fields of nodes",
  rewrites: (syntax: Syntax) => {
    const seen = seenIn(syntax);
    const groups = new Grouped();
    let piece = 0;
    addMetadata(seen, (_, edit) => groups.add(String(piece++), edit));
    for (const item of seen.items) if (item.kind === "node") addFields(seen, item, groups);
    return groups.rewrites;
  },
};

/** `name: "x"` with the comma before it; a checksum and its kind are one. The repair sees to a comma that comes first. */
const addFields = (seen: ParsedModule, { from, to, name }: Item, groups: Grouped): void => {
  const { tokens } = seen;
  const open = tokens.findIndex(({ text }, at) => at > from && at < to && text === "(");
  const kind = tokens[open - 1]?.text.slice(1) ?? "";
  const close = open < 0 ? -1 : (tokens[open]?.match ?? -1);
  for (let at = open + 1; at < close;) {
    const field = tokens[at];
    let end = at + 1;
    while (end < close && tokens[end]?.text !== ",") end = Math.max(end, tokens[end]?.match ?? -1) + 1;
    const label = field?.kind === "label" ? field.text.slice(0, -1) : undefined;
    if (label !== undefined && !NEEDED.has(label) && !NEEDED.has(`${kind}.${label}`))
      groups.add(
        `${name} ${label.replace("checksumkind", "checksum")}`,
        cutOf(seen, { from: tokens[at - 1]?.text === "," ? at - 1 : at, to: end }),
      );
    at = end + 1;
  }
};
