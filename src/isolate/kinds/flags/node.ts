/** node: which part of V8 does it? The good end switches off what can be; flags that this Node does not know or has off are left out. */
import { UserError } from "../../../core/errors.ts";
import { askProgram } from "./ask-program.ts";
import type { Preset, PresetOptions } from "./flag.ts";

/** What contains others comes first: the search then names the narrower one. */
const PARTS = [
  "turbofan",
  "opt",
  "maglev",
  "sparkplug",
  "use-osr",
  "concurrent-recompilation",
  "concurrent-osr",
  "concurrent-sparkplug",
  "lazy-feedback-allocation",
  "use-ic",
  "turbo-inlining",
  "maglev-inlining",
  "turbo-inline-array-builtins",
  "turbo-escape",
  "turbo-load-elimination",
  "turbo-store-elimination",
  "turbo-allocation-folding",
  "turbo-loop-peeling",
  "turbo-loop-variable",
  "turbo-loop-rotation",
  "turbo-loop-unrolling",
  "turbo-cf-optimization",
  "turbo-jt",
  "turbo-splitting",
  "turbo-move-optimization",
  "turbo-optimize-apply",
  "turbo-optimize-math-minmax",
  "turbo-fast-api-calls",
  "turboshaft",
  "inline-new",
  "regexp-tier-up",
  "regexp-optimization",
  "regexp-peephole-optimization",
  "liftoff",
  "wasm-tier-up",
  "wasm-dynamic-tiering",
  "wasm-opt",
  "lazy",
  "compilation-cache",
  "flush-bytecode",
  "incremental-marking",
  "concurrent-marking",
  "parallel-scavenge",
] as const;

/** The same thing under an older name. */
const ALIASES: Readonly<Record<string, string>> = { opt: "turbofan" };

export const nodePreset: Preset = {
  name: "node",
  about: "node  the parts of V8 that can be switched off: compilers, inlining, escape analysis, …",
  programs: /^node(?:js)?(?:-?[\d.]+)?$/,
  levels: /^$/,
  list: async (order) => {
    const on = await enabled(order);
    const parts = PARTS.filter((part) => on.has(part) && !on.has(ALIASES[part] ?? ""));
    if (parts.length === 0)
      throw new UserError("NO_FLAGS", `${order.program} has none of the V8 flags that pare knows.`, {
        advice: "List the flags: --flags '--no-opt|' -- node {flags} app.js",
      });
    return {
      always: [],
      switches: parts.map((part) => ({ kind: "flag", id: `--${part}`, good: [`--no-${part}`], bad: [] })),
      titles: { good: `${order.program} with ${parts.length} parts of V8 off`, bad: order.program },
    };
  },
};

/** Flags of V8 that are on by default: it says "default: --x", older ones "default: true". */
const enabled = async ({ program, origin, signal }: PresetOptions): Promise<ReadonlySet<string>> => {
  const { stdout } = await askProgram([program, "--v8-options"], { cwd: origin, signal });
  const flags = stdout.matchAll(/^\s+--([\w-]+) \(.*\n\s+type: bool\s+default: (\S+)$/gm);
  return new Set(
    [...flags]
      .filter(([, flag = "", value]) => value === `--${flag}` || value === "true")
      .map(([, flag = ""]) => flag.replaceAll("_", "-")),
  );
};
