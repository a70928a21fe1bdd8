/** A queue in a ring that grows when it is full. */
export class RingQueue {
  /** @type {unknown[]} */
  #ring = Array.from({ length: 4 });
  #head = 0;
  #size = 0;

  get size() {
    return this.#size;
  }

  /** @param {unknown} item */
  push(item) {
    if (this.#size === this.#ring.length) this.#grow();
    this.#ring[(this.#head + this.#size) % this.#ring.length] = item;
    this.#size++;
  }

  shift() {
    if (this.#size === 0) return undefined;
    const item = this.#ring[this.#head];
    this.#head = (this.#head + 1) % this.#ring.length;
    this.#size--;
    return item;
  }

  /** The bug: what has wrapped around to the front of the old ring does not move behind its end. */
  #grow() {
    this.#ring = [...this.#ring, ...Array.from({ length: this.#ring.length })];
  }
}
