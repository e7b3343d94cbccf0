import type { Alignment } from "../blocks/blockTypes.ts";
import { element } from "./dom.ts";
import { InlineText, type InlineTools } from "./inlineText.ts";

const MAX_SHORT_CELL = 14;
/** Matches a word so long that it may break anywhere; otherwise it would squeeze other columns. */
const longWord = /\S{25}/;

export function blankRow(tag: "th" | "td", alignments: readonly Alignment[]): HTMLTableRowElement {
  const row = element("tr");
  for (const [index, alignment] of alignments.entries()) {
    const cell = element(tag, alignment && `md-${alignment}`);
    cell.dir = "auto";
    cell.classList.toggle("md-lead", index === 0 && alignments.length > 1);
    row.append(cell);
  }
  return row;
}

/** Redraws a cell only if its text changed. */
export class TableRow {
  readonly element: HTMLTableRowElement;
  readonly #cells: readonly HTMLTableCellElement[];
  readonly #sources: string[] = [];
  readonly #tools: InlineTools;
  readonly #isMeasured: boolean;

  constructor(row: HTMLTableRowElement, isMeasured: boolean, tools: InlineTools) {
    this.element = row;
    this.#cells = [...row.cells];
    this.#isMeasured = isMeasured;
    this.#tools = tools;
  }

  show(texts: readonly string[], isWhole: boolean): void {
    for (const [index, cell] of this.#cells.entries()) {
      const source = texts[index] ?? "";
      const text = new InlineText(cell, source, this.#tools);
      if (this.#sources[index] !== source) {
        this.#sources[index] = source;
        text.redraw();
        if (this.#isMeasured) {
          shapeCell(cell, source);
        }
      }
      if (isWhole) {
        text.watch();
      }
    }
  }
}

/** Names roles of a row: the browser knows only the rows of a whole table, not of one drawn as several. */
export function nameRoles(row: HTMLTableRowElement): void {
  row.setAttribute("role", "row");
  for (const cell of row.cells) {
    cell.setAttribute("role", cell.localName === "th" ? "columnheader" : "cell");
  }
}

function shapeCell(cell: HTMLTableCellElement, source: string): void {
  // Markup only makes the source longer than the text; and a source only grows.
  if (source.length <= MAX_SHORT_CELL) {
    return;
  }
  const text = cell.textContent;
  cell.classList.toggle("md-wordy", text.length > MAX_SHORT_CELL);
  cell.classList.toggle("md-unbroken", longWord.test(text));
}
