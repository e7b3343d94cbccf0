const blockBytes = 256 * 1024;
const encoder = new TextEncoder();

/**
 * Texts as UTF-8 outside JavaScript's heap, which V8 lets grow to about four times its live data: 20,000 objects of 500
 * bytes cost 40 MB, their JSON in here 5 MB. A lone surrogate becomes a replacement character.
 */
export class PackedTexts {
  readonly #blocks: Uint8Array<ArrayBuffer>[] = [];
  #used = 0;
  #places = new Uint32Array(3 * 256);
  #count = 0;

  add(text: string): number {
    const block = this.#blockFor(text);
    const { written } = encoder.encodeInto(text, block.subarray(this.#used));
    if (3 * this.#count === this.#places.length) {
      const larger = new Uint32Array(this.#places.length * 2);
      larger.set(this.#places);
      this.#places = larger;
    }
    this.#places.set([this.#blocks.length - 1, this.#used, written], 3 * this.#count);
    this.#used += written;
    this.#count += 1;
    return this.#count - 1;
  }

  at(index: number): string {
    const [block = 0, start = 0, length = 0] = this.#places.subarray(3 * index, 3 * index + 3);
    const bytes = this.#blocks[block]?.subarray(start, start + length);
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }

  #blockFor(text: string): Uint8Array<ArrayBuffer> {
    const last = this.#blocks.at(-1);
    // A UTF-16 unit takes three bytes at most.
    const most = text.length * 3;
    if (last && last.length - this.#used >= most) {
      return last;
    }
    const block = new Uint8Array(Math.max(blockBytes, most));
    this.#blocks.push(block);
    this.#used = 0;
    return block;
  }
}
