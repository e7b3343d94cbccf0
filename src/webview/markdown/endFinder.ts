import { BlockParser, type BlockSink } from "./blocks/blockParser.ts";
import type { ContainerStart } from "./blocks/blockTypes.ts";
import type { Definition } from "./blocks/definitions.ts";
import { footnoteDefinition } from "./view/footnotes.ts";

const SLICE = 16_384;

export class EndFinder implements BlockSink {
  readonly #text: string;
  readonly #latest: number;
  readonly #define: (definition: Definition) => void;
  readonly #parser = new BlockParser(this);
  #position = 0;
  #start = 0;

  /** Finds the last blocks, with at least `length` characters together. */
  constructor(text: string, length: number, define: (definition: Definition) => void) {
    this.#text = text;
    this.#latest = text.length - length;
    this.#define = define;
  }

  get start(): number {
    return this.#start;
  }

  read(isOver: () => boolean): boolean {
    let checkAt = this.#position + SLICE;
    while (this.#position <= this.#latest) {
      if (this.#position >= checkAt) {
        if (isOver()) {
          return false;
        }
        checkAt += SLICE;
      }
      if (this.#parser.isBetweenBlocks) {
        this.#start = this.#position;
      }
      const end = this.#text.indexOf("\n", this.#position);
      const lineEnd = end < 0 ? this.#text.length : end;
      this.#parser.commit(this.#parser.plan(this.#text.slice(this.#position, lineEnd)));
      this.#position = lineEnd + 1;
    }
    return true;
  }

  define(definition: Definition): void {
    this.#define(definition);
  }

  openContainer(start: ContainerStart): void {
    if (start.kind === "footnote") {
      this.#define(footnoteDefinition(start.label));
    }
  }

  closeLeaf(): void {}
  closeContainers(): void {}
  openLeaf(): void {}
  addText(): void {}
  underline(): void {}
  loosen(): void {}
}
