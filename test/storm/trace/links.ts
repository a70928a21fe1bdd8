/** The symbolic links that a trace has seen come and go: where a path really leads. */
import { dirname, resolve } from "node:path";

/** As the kernel counts. */
const MAX = 40;

export class Links {
  readonly #targets = new Map<string, string>();

  made(path: string, target: string): void {
    this.#targets.set(path, target);
  }

  removed(path: string): void {
    this.#targets.delete(path);
  }

  /** With all that is below it. */
  renamed(from: string, to: string): void {
    this.#targets.delete(to);
    for (const [path, target] of this.#targets) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.#targets.delete(path);
      this.#targets.set(`${to}${path.slice(from.length)}`, target);
    }
  }

  /** A path without links; the last part is followed as well when `follow` says so. */
  real(path: string, follow: boolean): string {
    let real = "/";
    let rest = resolve(path).split("/").filter(Boolean);
    for (let seen = 0; rest.length > 0;) {
      const [name = "", ...others] = rest;
      const here = real === "/" ? `/${name}` : `${real}/${name}`;
      const target = others.length > 0 || follow ? this.#targets.get(here) : undefined;
      rest = others;
      if (target === undefined || seen === MAX) real = here;
      else {
        seen += 1;
        rest = [...resolve(dirname(here), target).split("/").filter(Boolean), ...others];
        real = "/";
      }
    }
    return real;
  }
}
