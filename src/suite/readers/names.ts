/** How files are called in the names of entities: the same in every run, wherever that run took place. */
import { isAbsolute, relative, resolve, sep } from "node:path";

export interface SourceNames {
  /** A path as a tool has it; relative ones are relative to `from`. Below the run's directory or pare's it is given relative to that. */
  nameOf(path: string, from?: string): string;
}

/** A new one for every run: `cwd` is the run's. */
export const fileNames = (origin: string, cwd: string): SourceNames => {
  const names = new Map<string, string>();
  const fresh = (path: string, from: string): string => {
    const whole = resolve(from, path);
    const inside = below(cwd, whole) ?? below(origin, whole) ?? whole;
    return sep === "/" ? inside : inside.split(sep).join("/");
  };
  return {
    nameOf: (path, from = cwd) => {
      const key = `${from}\0${path}`;
      const known = names.get(key);
      if (known !== undefined) return known;
      const name = fresh(path, from);
      names.set(key, name);
      return name;
    },
  };
};

/** The path relative to a folder, if it is in it. */
export const below = (folder: string, path: string): string | undefined => {
  const inside = relative(folder, path);
  return inside === "" || inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? undefined : inside;
};
