/** The registry of presets. */
import { basename } from "node:path";
import { UserError } from "../../../core/errors.ts";
import { clangPreset, rustcPreset } from "./llvm-passes.ts";
import { gccPreset } from "./gcc.ts";
import { javaPreset } from "./java.ts";
import { nodePreset } from "./node.ts";
import type { Preset } from "./flag.ts";

const flagPresets: readonly Preset[] = [gccPreset, clangPreset, rustcPreset, nodePreset, javaPreset];

export interface PresetNamed {
  readonly preset: Preset;
  readonly level: string;
  readonly program: string;
}

/** "-O2:gcc", ":node" or "node". Throws a `UserError` for a level that the tool does not have. */
export const presetNamed = (text: string): PresetNamed | undefined => {
  const colon = text.lastIndexOf(":");
  const level = text.slice(0, Math.max(colon, 0)).trim();
  const program = text.slice(colon + 1).trim();
  if (/\s/.test(program)) return undefined;
  const preset = flagPresets.find(({ programs }) => programs.test(basename(program)));
  if (preset === undefined) return undefined;
  if (!preset.levels.test(level))
    throw new UserError("BAD_PRESET", `The preset ${preset.name} has no level ${level}.`, {
      advice: `Presets: ${flagPresets.map(({ about }) => about).join("; ")}.`,
    });
  return { preset, level, program };
};
