/** What has an index, and the index it has when others are gone. */

/** Numbers of one thing: functions, say. `units` has the unit of each, -1 for those that stay. */
export interface Space {
  readonly units: number[];
}

/** How what is left is numbered. */
export class Numbering {
  readonly #gone: Uint8Array;
  /** By space: how many are gone before each. */
  readonly #before = new Map<Space, Uint32Array>();

  constructor(gone: Uint8Array) {
    this.#gone = gone;
  }

  /** Who meant something that is gone means the nearest that is not. */
  index(space: Space, value: number): number {
    const before = this.#beforeIn(space);
    const { length } = space.units;
    if (value >= length) return value - (before[length] as number);
    const unit = space.units[value] as number;
    const moved = value - (before[value] as number);
    if (unit < 0 || this.#gone[unit] === 0) return moved;
    return Math.max(0, Math.min(moved, length - (before[length] as number) - 1));
  }

  /** Who meant something that is gone gets what is given for it, or means the one behind. */
  moved(space: Space, value: number, lost?: number): number {
    const before = this.#beforeIn(space);
    const unit = space.units[value] ?? -1;
    if (lost !== undefined && unit >= 0 && this.#gone[unit] === 1) return lost;
    return value - (before[Math.min(value, space.units.length)] as number);
  }

  total(space: Space, value: number): number {
    return Math.max(0, value - (this.#beforeIn(space)[space.units.length] as number));
  }

  #beforeIn(space: Space): Uint32Array {
    const known = this.#before.get(space);
    if (known !== undefined) return known;
    const before = new Uint32Array(space.units.length + 1);
    for (let i = 0; i < space.units.length; i++) {
      const unit = space.units[i] as number;
      before[i + 1] = (before[i] as number) + (unit >= 0 && this.#gone[unit] === 1 ? 1 : 0);
    }
    this.#before.set(space, before);
    return before;
  }
}
