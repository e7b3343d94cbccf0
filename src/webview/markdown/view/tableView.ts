import type { Alignment } from "../blocks/blockTypes.ts";
import { splitRow } from "../blocks/tableSyntax.ts";
import { element } from "./dom.ts";
import { InlineText, type InlineTools } from "./inlineText.ts";
import type { LeafView } from "./leafView.ts";

/**
 * Rows per section. A long table takes its column widths from the first section, to avoid measuring
 * every row.
 */
const SECTION_ROWS = 50;
/** A cell with more characters is prose, which keeps a readable width. */
const MAX_SHORT_CELL = 14;
/** A word that is longer may break anywhere: it would squeeze the other columns. */
const longWord = /\S{25}/;
/** A longer row is shown only when it is complete. */
const MAX_OPEN_ROW = 4096;

/** A table that scrolls sideways on its own; each row is drawn once, when it is complete. */
export class TableView implements LeafView {
  readonly element = element("div", "md-table-scroll");
  readonly #table = element("table", "md-table");
  readonly #alignments: readonly Alignment[];
  readonly #tools: InlineTools;
  #section: HTMLTableSectionElement | undefined;
  #rowCount = 0;
  #line = "";
  #openRow: HTMLTableRowElement | undefined;

  constructor(
    header: readonly string[],
    alignments: readonly Alignment[],
    { tools, label }: { readonly tools: InlineTools; readonly label: string },
  ) {
    this.#alignments = alignments;
    this.#tools = tools;
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "region");
    this.element.setAttribute("aria-label", label);
    const head = element("thead");
    const headRow = this.#row("th", header, true);
    for (const cell of headRow.cells) {
      cell.scope = "col";
    }
    head.append(headRow);
    this.#table.append(head);
    this.element.append(this.#table);
  }

  append(text: string): void {
    this.#line += text;
  }

  draw(): void {
    if (this.#line.length > MAX_OPEN_ROW || this.#line === "") {
      return;
    }
    const row = this.#row("td", splitRow(this.#line), false);
    if (this.#openRow) {
      this.#openRow.replaceWith(row);
    } else {
      this.#currentSection().append(row);
    }
    this.#openRow = row;
  }

  endLine(): void {
    this.#openRow?.remove();
    this.#openRow = undefined;
    this.#currentSection().append(this.#row("td", splitRow(this.#line), true));
    this.#rowCount += 1;
    this.#line = "";
  }

  dropLine(): void {
    this.#openRow?.remove();
    this.#openRow = undefined;
    this.#line = "";
    if (this.#section?.rows.length === 0) {
      this.#section.remove();
      this.#section = this.#table.tBodies[this.#table.tBodies.length - 1];
    }
  }

  close(): void {
    // The rows are already drawn.
  }

  #row(tag: "th" | "td", cells: readonly string[], isWhole: boolean): HTMLTableRowElement {
    const row = element("tr");
    for (const [index, alignment] of this.#alignments.entries()) {
      const cell = element(tag, alignment && `md-${alignment}`);
      cell.dir = "auto";
      const text = new InlineText(cell, cells[index] ?? "", this.#tools);
      text.redraw();
      shapeCell(cell);
      if (isWhole) {
        text.watch();
      }
      row.append(cell);
    }
    return row;
  }

  #currentSection(): HTMLTableSectionElement {
    const isFull = this.#rowCount > 0 && this.#rowCount % SECTION_ROWS === 0;
    if (!this.#section || (isFull && this.#section.rows.length >= SECTION_ROWS)) {
      if (this.#section) {
        this.#fixColumns();
      }
      this.#section = element("tbody");
      this.#table.append(this.#section);
    }
    return this.#section;
  }

  #fixColumns(): void {
    if (this.#table.classList.contains("md-table-long")) {
      return;
    }
    const headers = this.#table.tHead?.rows[0]?.cells ?? [];
    const widths = Array.from(headers, (cell) => cell.offsetWidth);
    const columns = element("colgroup");
    for (const width of widths) {
      const column = element("col");
      if (width > 0) {
        column.style.width = `${width}px`;
      }
      columns.append(column);
    }
    this.#table.prepend(columns);
    this.#table.classList.add("md-table-long");
  }
}

/** Marks what the style sheet cannot see: how long a cell's text and its words are. */
function shapeCell(cell: HTMLTableCellElement): void {
  const text = cell.textContent;
  cell.classList.toggle("md-wordy", text.length > MAX_SHORT_CELL);
  cell.classList.toggle("md-unbroken", longWord.test(text));
}
