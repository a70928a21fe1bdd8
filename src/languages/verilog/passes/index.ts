/** The passes for Verilog alone, by when they have their turn. */
import type { Language } from "../../syntax.ts";
import { arms } from "./arms.ts";
import { assigns } from "./assigns.ts";
import { ifdefs } from "./ifdefs.ts";
import { modules } from "./modules.ts";
import { parameters } from "./parameters.ts";
import { ports } from "./ports.ts";
import { signals } from "./signals.ts";
import { widths } from "./widths.ts";

export const passes: NonNullable<Language["passes"]> = {
  first: [ifdefs],
  coarse: [modules, arms, signals, ports],
  fine: [parameters, widths, assigns],
};
