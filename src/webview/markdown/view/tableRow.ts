import type { Alignment } from "../blocks/blockTypes.ts";
import { element } from "./dom.ts";
import { InlineText, type InlineTools } from "./inlineText.ts";

/** A cell with more characters is prose, which keeps a readable width. */
const MAX_SHORT_CELL = 14;
/** A word that is longer may break anywhere: it would squeeze the other columns. */
const longWord = /\S{25}/;

/** Cells of one row. A cell is drawn again only when its text has changed. */
export class TableRow {
  readonly element = element("tr");
  readonly #cells: HTMLTableCellElement[];
  readonly #sources: string[] = [];
  readonly #tools: InlineTools;

  constructor(tag: "th" | "td", alignments: readonly Alignment[], tools: InlineTools) {
    this.#tools = tools;
    this.#cells = alignments.map((alignment) => {
      const cell = element(tag, alignment && `md-${alignment}`);
      cell.dir = "auto";
      return cell;
    });
    if (this.#cells.length > 1) {
      this.#cells[0]?.classList.add("md-lead");
    }
    this.element.append(...this.#cells);
  }

  /** `isWhole`: the texts do not change any more. */
  show(texts: readonly string[], isWhole: boolean): void {
    for (const [index, cell] of this.#cells.entries()) {
      const source = texts[index] ?? "";
      const text = new InlineText(cell, source, this.#tools);
      if (this.#sources[index] !== source) {
        this.#sources[index] = source;
        text.redraw();
        shapeCell(cell, source);
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
  // Markup makes the source longer than the text, never shorter.
  const text = source.length > MAX_SHORT_CELL ? cell.textContent : source;
  cell.classList.toggle("md-wordy", text.length > MAX_SHORT_CELL);
  cell.classList.toggle("md-unbroken", longWord.test(text));
}
