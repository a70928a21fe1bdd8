/** The live page: it is shown every state, and closed when the command ends. */
import type { Reporter, Stage } from "./reporter.ts";

export const pageReporter = async ({ page }: Stage, note: (text: string) => void): Promise<Reporter> => {
  const live = await page?.();
  if (live !== undefined) note(`live page: ${live.address}`);
  return (progress, event) => (event.type === "gone" ? live?.close() : live?.show(progress));
};
