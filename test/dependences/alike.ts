/** What must hold of a program, whichever way round its parts stand. */
import { countTests, type Count } from "../../bench/dependences/count.ts";
import { WRITINGS, type Program } from "../../bench/dependences/programs.ts";

/** A tenth more, or a few where there are not ten. */
const MOST = 1.1;
const FEW = 4;

interface Unlike {
  readonly syntax: string;
  readonly forward: Count;
  readonly backward: Count;
}

/** The syntaxes in which the two ways round come to different sizes, or backward takes more tests. */
export const unlikeIn = async (program: Program): Promise<readonly Unlike[]> => {
  const found: Unlike[] = [];
  for (const [syntax, writing] of Object.entries(WRITINGS)) {
    const forward = await countTests(program, writing, "forward");
    const backward = await countTests(program, writing, "backward");
    if (forward.bytes !== backward.bytes || backward.tests > MOST * forward.tests + FEW)
      found.push({ syntax, forward, backward });
  }
  return found;
};
