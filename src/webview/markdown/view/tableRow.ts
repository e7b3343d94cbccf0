import type { Alignment } from "../blocks/blockTypes.ts";
import { element } from "./dom.ts";
import { InlineText, type InlineTools } from "./inlineText.ts";

/** A cell with more characters is prose, which keeps a readable width. */
const MAX_SHORT_CELL = 14;
/** A word that is longer may break anywhere: it would squeeze the other columns. */
const longWord = /\S{25}/;

/** A row without text, of which others are copies: faster than to create each cell. */
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

/** Cells of one row. A cell is drawn again only when its text has changed. */
export class TableRow {
  readonly element: HTMLTableRowElement;
  readonly #cells: readonly HTMLTableCellElement[];
  readonly #sources: string[] = [];
  readonly #tools: InlineTools;
  readonly #isMeasured: boolean;

  /** `isMeasured`: the widths of columns depend on this row. */
  constructor(row: HTMLTableRowElement, isMeasured: boolean, tools: InlineTools) {
    this.element = row;
    this.#cells = [...row.cells];
    this.#isMeasured = isMeasured;
    this.#tools = tools;
  }

  /** `isWhole`: the texts do not change any more. */
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

/**
 * Gives the rows of a table, which is one of several that look like one, the roles that the browser
 * gives only to the rows of a whole table.
 */
export function nameRoles(row: HTMLTableRowElement): void {
  row.setAttribute("role", "row");
  for (const cell of row.cells) {
    cell.setAttribute("role", cell.localName === "th" ? "columnheader" : "cell");
  }
}

/** Marks what the style sheet cannot see: how long a cell's text and its words are. */
function shapeCell(cell: HTMLTableCellElement, source: string): void {
  // Markup makes the source longer than the text, never shorter; and a source only grows.
  if (source.length <= MAX_SHORT_CELL) {
    return;
  }
  const text = cell.textContent;
  cell.classList.toggle("md-wordy", text.length > MAX_SHORT_CELL);
  cell.classList.toggle("md-unbroken", longWord.test(text));
}
