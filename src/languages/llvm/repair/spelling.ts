/** Names that were not written. */
import type { FunctionModel } from "../functions.ts";

/** Names that were not written are, where the numbers before them may change. */
export const spellOut = ({ tokens, blocks, body }: FunctionModel): void => {
  for (const [place, { name, block, lines }] of blocks.entries()) {
    for (const { instruction, name: own } of lines) {
      const first = tokens[instruction.from];
      if (own !== undefined && instruction.result < 0 && first !== undefined && first.text !== "")
        first.text = `${own} = ${first.text}`;
    }
    const alive = lines
      .flatMap(({ instruction: { from, to } }) => tokens.slice(from, to))
      .find(({ text }) => text !== "");
    const isNeeded = place > 0 || tokens[body.open]?.text !== "{";
    if (block.label < 0 && alive !== undefined && isNeeded) alive.text = `${name.slice(1)}:\n  ${alive.text}`;
  }
};
