const firstSlots = 1 << 12;

export class TermCounts {
  #terms = new Uint32Array(firstSlots);
  #counts = new Uint32Array(firstSlots);
  #used = new Uint32Array(firstSlots / 2);
  #size = 0;
  length = 0;

  addAll(terms: Uint32Array, from: number, to: number): void {
    this.length += 1;
    for (let at = from; at < to; at += 1) {
      this.#add(terms[at] ?? 0, 1);
    }
  }

  addWhole(term: number): void {
    this.#add(term, 1);
  }

  drain(tell: (term: number, count: number) => void): void {
    for (let index = 0; index < this.#size; index += 1) {
      const slot = this.#used[index] ?? 0;
      tell(this.#terms[slot] ?? 0, this.#counts[slot] ?? 0);
      this.#counts[slot] = 0;
    }
    this.#size = 0;
    this.length = 0;
  }

  #add(term: number, count: number): void {
    const mask = this.#terms.length - 1;
    let slot = (term ^ (term >>> 15)) & mask;
    for (;;) {
      const known = this.#counts[slot] ?? 0;
      if (known === 0) {
        break;
      }
      if (this.#terms[slot] === term) {
        this.#counts[slot] = known + count;
        return;
      }
      slot = (slot + 1) & mask;
    }
    this.#terms[slot] = term;
    this.#counts[slot] = count;
    this.#used[this.#size] = slot;
    this.#size += 1;
    if (this.#size === this.#used.length) {
      this.#grow();
    }
  }

  #grow(): void {
    const [terms, counts, used] = [this.#terms, this.#counts, this.#used];
    this.#terms = new Uint32Array(terms.length * 2);
    this.#counts = new Uint32Array(terms.length * 2);
    this.#used = new Uint32Array(terms.length);
    this.#size = 0;
    for (const slot of used) {
      this.#add(terms[slot] ?? 0, counts[slot] ?? 0);
    }
  }
}
