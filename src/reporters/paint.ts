/** Colours, where they are wanted. */
import { control } from "../core/control.ts";

type Brush = (text: string) => string;

export interface Paint {
  readonly red: Brush;
  readonly green: Brush;
  readonly dim: Brush;
  readonly bold: Brush;
}

const brush =
  (on: boolean, code: number): Brush =>
  (text) =>
    on ? `${control(`[${code}m`)}${text}${control("[0m")}` : text;

export const paint = (on: boolean): Paint => ({
  red: brush(on, 31),
  green: brush(on, 32),
  dim: brush(on, 2),
  bold: brush(on, 1),
});
