const blockBytes = 256 * 1024;
const encoder = new TextEncoder();

/**
 * Many small texts as UTF-8 outside of JavaScript's heap. V8 lets the heap grow to about four times
 * of what lives in it before it collects: 20,000 objects of 500 bytes cost a process 40 MB, their
 * JSON in here 5 MB. For well-formed texts, as `JSON.stringify` writes them; a lone surrogate would
 * come back as a replacement character.
 */
export class PackedTexts {
  readonly #blocks: Uint8Array<ArrayBuffer>[] = [];
  /** Bytes that are used of the last block. */
  #used = 0;
  /** Three numbers for each text: its block, its start and its length. */
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

  /** The text with this index; empty for an index that `add` did not return. */
  at(index: number): string {
    const [block = 0, start = 0, length = 0] = this.#places.subarray(3 * index, 3 * index + 3);
    const bytes = this.#blocks[block]?.subarray(start, start + length);
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }

  /** The last block, or a new one if the text may not fit in it. */
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
