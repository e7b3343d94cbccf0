import type { ContainerStart } from "../blocks/blockTypes.ts";
import type { MarkdownLabels } from "../markdownHost.ts";
import { element } from "./dom.ts";
import { createFootnote } from "./footnotes.ts";

const GROUP_SIZE = 48;

/** A container of blocks. Changes are in document order: only the last block is ever removed. */
export interface ContainerView {
  readonly element: HTMLElement;
  add(block: HTMLElement): void;
  remove(block: HTMLElement): void;
}

/** A container that puts later children into groups, so that the browser skips the layout of invisible groups. */
export class GroupedContainer implements ContainerView {
  readonly element: HTMLElement;
  readonly isList: boolean;
  readonly #first: number;
  #count = 0;
  #digits = 1;
  #group: HTMLElement | undefined;

  constructor(start: ContainerStart, labels: MarkdownLabels) {
    this.isList = start.kind === "list";
    this.#first = start.kind === "list" && start.ordered ? start.first : Number.NaN;
    this.element = createElement(start, labels);
    if (start.kind !== "item") {
      // A list, a quote or a note has its bullets, bar or number on the side where its text begins.
      this.element.dir = "auto";
    }
  }

  add(block: HTMLElement): void {
    if (this.#count > 0 && this.#count % GROUP_SIZE === 0 && this.#group?.childElementCount !== 0) {
      this.#startGroup(block);
    }
    (this.#group ?? this.element).append(block);
    this.#count += 1;
    this.#makeRoomForNumbers();
  }

  remove(block: HTMLElement): void {
    block.remove();
    this.#count -= 1;
    this.#makeRoomForNumbers();
    if (this.#group?.childElementCount === 0) {
      this.#group.remove();
      this.#group = lastGroup(this.element);
    }
  }

  /** Numbers of more than two digits would be cut off at the edge of the page. */
  #makeRoomForNumbers(): void {
    const { length } = String(this.#first + this.#count - 1);
    if (Number.isNaN(this.#first) || length === this.#digits) {
      return;
    }
    this.#digits = length;
    this.element.style.setProperty("--md-digits", String(length));
    this.element.classList.toggle("md-long-numbers", length > 2);
  }

  #startGroup(firstBlock: HTMLElement): void {
    this.#group?.classList.add("md-group-full");
    this.#group = element("div", "md-group");
    if (this.isList) {
      this.#group.setAttribute("role", "presentation");
    }
    if (firstBlock instanceof HTMLLIElement && !Number.isNaN(this.#first)) {
      // CSS containment hides the list counter of earlier items from this group.
      firstBlock.value = this.#first + this.#count;
    }
    this.element.append(this.#group);
  }
}

function lastGroup(container: HTMLElement): HTMLElement | undefined {
  const last = container.lastElementChild;
  if (!(last instanceof HTMLElement) || !last.classList.contains("md-group")) {
    return undefined;
  }
  last.classList.remove("md-group-full");
  return last;
}

function createElement(start: ContainerStart, labels: MarkdownLabels): HTMLElement {
  switch (start.kind) {
    case "quote":
      return element("blockquote", "md-quote");
    case "item":
      return element("li", "md-item");
    case "details":
      return detailsOf(start.isOpen);
    case "footnote":
      return createFootnote(start.label, labels);
    default:
      return start.ordered ? orderedList(start.first) : element("ul", "md-list");
  }
}

function detailsOf(isOpen: boolean): HTMLElement {
  const details = element("details", "md-details");
  details.open = isOpen;
  return details;
}

function orderedList(first: number): HTMLElement {
  const list = element("ol", "md-list");
  if (first !== 1) {
    list.start = first;
  }
  return list;
}
