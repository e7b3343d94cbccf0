import type { ContainerView } from "./containers.ts";
import { element } from "./dom.ts";

const PAGE_BLOCKS = 48;
const PAGE_CHARACTERS = 16_384;
/** Values to estimate the height of a page that was never laid out. */
const CHARACTERS_PER_LINE = 60;
const LINE_HEIGHT_PX = 20;
const BLOCK_GAP_PX = 10;

interface Page {
  readonly element: HTMLElement;
  readonly start: number;
  blockCount: number;
}

/**
 * Groups the outermost blocks into pages. The browser skips full pages that are out of view, so the
 * cost of one more line does not grow with the answer.
 */
export class Pages implements ContainerView {
  readonly element: HTMLElement;
  readonly #knownHeights: readonly number[];
  readonly #heights: number[] = [];
  /** Full pages to measure in the next flush. */
  #unmeasured: { readonly index: number; readonly page: Page; readonly end: number }[] = [];
  #page: Page | undefined;
  /** Characters of the document before the current line. */
  #offset = 0;
  #isLaidOut = false;

  /** `knownHeights` are the `heights` of an earlier drawing of the same text. */
  constructor(container: HTMLElement, knownHeights: readonly number[]) {
    this.element = container;
    this.#knownHeights = knownHeights;
  }

  /** Measured heights of the full pages, in CSS pixels. */
  get heights(): readonly number[] {
    return this.#heights;
  }

  set offset(offset: number) {
    this.#offset = offset;
  }

  add(block: HTMLElement): void {
    const page = this.#page;
    const isFull =
      page &&
      page.blockCount > 0 &&
      (page.blockCount >= PAGE_BLOCKS || this.#offset - page.start >= PAGE_CHARACTERS);
    if (!page || isFull) {
      this.#startPage();
    }
    this.#page?.element.append(block);
    if (this.#page) {
      this.#page.blockCount += 1;
    }
  }

  remove(block: HTMLElement): void {
    block.remove();
    if (this.#page) {
      this.#page.blockCount -= 1;
    }
  }

  /** Lets the browser skip pages that have become full. Call before a flush changes anything. */
  settle(): void {
    for (const { index, page, end } of this.#unmeasured) {
      const known = this.#knownHeights[index];
      const measured = this.#isLaidOut ? page.element.offsetHeight : 0;
      const height = measured > 0 ? measured : (known ?? guessHeight(page, end));
      this.#heights[index] = height;
      page.element.style.containIntrinsicBlockSize = `auto ${height}px`;
      page.element.classList.add("md-page-full");
    }
    this.#unmeasured = [];
    this.#isLaidOut = true;
  }

  finish(): void {
    if (this.#page?.blockCount === 0) {
      this.#page.element.remove();
    }
  }

  #startPage(): void {
    if (this.#page) {
      const index = this.#heights.length + this.#unmeasured.length;
      this.#unmeasured.push({ index, page: this.#page, end: this.#offset });
    }
    this.#page = { element: element("div", "md-page"), start: this.#offset, blockCount: 0 };
    this.element.append(this.#page.element);
  }
}

function guessHeight(page: Page, end: number): number {
  const lines = Math.ceil((end - page.start) / CHARACTERS_PER_LINE);
  return lines * LINE_HEIGHT_PX + page.blockCount * BLOCK_GAP_PX;
}
