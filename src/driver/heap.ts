/** A binary heap: whatever comes first by an order of its own is taken first. */
export class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #sooner: (a: Item, b: Item) => boolean;

  constructor(sooner: (a: Item, b: Item) => boolean) {
    this.#sooner = sooner;
  }

  add(item: Item): void {
    const items = this.#items;
    let at = items.length;
    for (; at > 0; at = (at - 1) >> 1) {
      const parent = items[(at - 1) >> 1] as Item;
      if (!this.#sooner(item, parent)) break;
      items[at] = parent;
    }
    items[at] = item;
  }

  take(): Item | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (items.length === 0 || last === undefined) return top;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      const other = items[child + 1];
      if (other !== undefined && this.#sooner(other, items[child] as Item)) child++;
      if (!this.#sooner(items[child] as Item, last)) break;
      items[at] = items[child] as Item;
      at = child;
    }
    items[at] = last;
    return top;
  }
}
