import type { ContainerView } from "./containers.ts";
import { element } from "./dom.ts";
import type { MeasureLater } from "./tableBlocks.ts";

const PAGE_BLOCKS = 48;
const PAGE_CHARACTERS = 16_384;
const CHARACTERS_PER_LINE = 60;
const LINE_HEIGHT_PX = 20;
const BLOCK_GAP_PX = 10;

interface Page {
  readonly element: HTMLElement;
  readonly start: number;
  blockCount: number;
}

/**
 * Puts blocks into pages. The browser skips full invisible pages, so the cost of a line is independent of the
 * answer's length.
 */
export class Pages implements ContainerView {
  readonly element: HTMLElement;
  readonly #before: ChildNode | null;
  #unmeasured: { readonly page: Page; readonly end: number }[] = [];
  #measurements: { readonly target: HTMLElement; readonly use: (heightPx: number) => void }[] = [];
  #page: Page | undefined;
  #offset = 0;
  #isLaidOut = false;

  constructor(container: HTMLElement, before: ChildNode | null) {
    this.element = container;
    this.#before = before;
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

  readonly measureLater: MeasureLater = (target, use) => {
    this.#measurements.push({ target, use });
  };

  /** Call before a flush changes anything: heights are read from the last frame's layout, then changed. */
  settle(): void {
    const pages = this.#unmeasured.map((one) => ({
      ...one,
      heightPx: this.#heightOf(one.page.element),
    }));
    const parts = this.#measurements.map((one) => ({
      ...one,
      heightPx: this.#heightOf(one.target),
    }));
    this.#unmeasured = [];
    this.#measurements = [];
    for (const { page, end, heightPx } of pages) {
      const height = heightPx > 0 ? heightPx : guessHeight(page, end);
      page.element.style.containIntrinsicBlockSize = `auto ${height}px`;
      page.element.classList.add("md-page-full");
    }
    for (const { use, heightPx } of parts.filter((part) => part.heightPx > 0)) {
      use(heightPx);
    }
    this.#isLaidOut = true;
  }

  finish(): void {
    if (this.#page?.blockCount === 0) {
      this.#page.element.remove();
    }
  }

  #heightOf(target: HTMLElement): number {
    return this.#isLaidOut ? target.offsetHeight : 0;
  }

  #startPage(): void {
    if (this.#page) {
      this.#unmeasured.push({ page: this.#page, end: this.#offset });
    }
    this.#page = { element: element("div", "md-page"), start: this.#offset, blockCount: 0 };
    this.element.insertBefore(this.#page.element, this.#before);
  }
}

function guessHeight(page: Page, end: number): number {
  const lines = Math.ceil((end - page.start) / CHARACTERS_PER_LINE);
  return lines * LINE_HEIGHT_PX + page.blockCount * BLOCK_GAP_PX;
}
