import { copyAsOneTable } from "./copyTables.ts";
import { element } from "./dom.ts";
import { nameRoles } from "./tableRow.ts";

/**
 * A long table is laid out in blocks with the first block's column widths: the browser never measures all rows, and
 * skips invisible blocks.
 */
const BLOCK_ROWS = 50;

export type MeasureLater = (target: HTMLElement, use: (heightPx: number) => void) => void;

export class TableBlocks {
  readonly element = element("div", "md-table-frame");
  readonly #measureLater: MeasureLater;
  readonly #first: HTMLTableElement;
  readonly #blank: HTMLTableRowElement;
  #block: HTMLElement;
  #section: HTMLTableSectionElement | undefined;
  readonly #columns: HTMLTableColElement[][] = [];
  #widths: readonly number[] = [];

  constructor(head: HTMLTableRowElement, blank: HTMLTableRowElement, measureLater: MeasureLater) {
    this.#blank = blank;
    this.#measureLater = measureLater;
    const section = element("thead");
    section.append(head);
    this.#first = element("table", "md-table");
    this.#first.append(section);
    this.#block = this.#wrap(this.#first);
  }

  get isLong(): boolean {
    return this.#columns.length > 0;
  }

  /** True if the next row starts a block, which is not undone. */
  get isFull(): boolean {
    return this.#section !== undefined && this.#section.rows.length >= BLOCK_ROWS;
  }

  createRow(): HTMLTableRowElement {
    this.#openSection();
    return document.importNode(this.#blank, true);
  }

  add(row: HTMLTableRowElement): void {
    this.#section?.append(row);
  }

  remove(row: HTMLTableRowElement): void {
    row.remove();
    if (this.#section?.rows.length === 0) {
      this.#section.remove();
      this.#section = undefined;
    }
  }

  close(): void {
    if (this.isLong) {
      const rows = this.element.querySelectorAll("tr").length;
      this.element.setAttribute("aria-rowcount", String(rows));
    }
  }

  #openSection(): void {
    if (this.#section && !this.isFull) {
      return;
    }
    const table = this.#section ? this.#startBlock() : this.#first;
    this.#section = element("tbody");
    table.append(this.#section);
  }

  #wrap(table: HTMLTableElement): HTMLElement {
    const block = element("div", "md-table-block");
    block.append(table);
    this.element.append(block);
    return block;
  }

  #startBlock(): HTMLTableElement {
    if (!this.isLong) {
      this.#becomeLong();
    }
    const full = this.#block;
    this.#measureLater(full, (heightPx) => {
      full.style.containIntrinsicBlockSize = `auto ${heightPx}px`;
      full.classList.add("md-table-block-full");
    });
    const table = element("table", "md-table md-table-long");
    this.#joinFrame(table);
    this.#block = this.#wrap(table);
    return table;
  }

  #becomeLong(): void {
    this.#readWidths();
    this.element.setAttribute("role", "table");
    // The number of rows is unknown until the end.
    this.element.setAttribute("aria-rowcount", "-1");
    for (const row of [...this.#first.rows, this.#blank]) {
      nameRoles(row);
    }
    this.#joinFrame(this.#first);
    this.#first.classList.add("md-table-long");
    if (this.element.parentElement) {
      this.#watchWidth(this.element.parentElement);
    }
    copyAsOneTable();
  }

  #joinFrame(table: HTMLTableElement): void {
    table.setAttribute("role", "presentation");
    const columns = this.#widths.map(() => element("col"));
    const group = element("colgroup");
    group.append(...columns);
    table.prepend(group);
    this.#columns.push(columns);
    this.#applyWidths(columns);
  }

  #readWidths(): void {
    const cells = this.#first.tHead?.rows[0]?.cells ?? [];
    this.#widths = Array.from(cells, (cell) => cell.offsetWidth);
    const width = this.#first.offsetWidth;
    this.element.style.width = width > 0 ? `${width}px` : "";
  }

  #applyWidths(columns: readonly HTMLTableColElement[]): void {
    for (const [index, column] of columns.entries()) {
      const width = this.#widths[index] ?? 0;
      column.style.width = width > 0 ? `${width}px` : "";
    }
  }

  #watchWidth(scroller: HTMLElement): void {
    let known = "";
    const observer = new ResizeObserver(() => {
      const widthPx = scroller.clientWidth;
      const room = `${widthPx} ${getComputedStyle(scroller).fontSize}`;
      if (widthPx === 0 || room === known) {
        return;
      }
      if (known !== "") {
        // In the next frame: a change of size now would be observed in the same frame.
        requestAnimationFrame(() => this.#fitAgain());
      }
      known = room;
    });
    observer.observe(scroller);
  }

  #fitAgain(): void {
    this.#first.classList.remove("md-table-long");
    this.element.style.width = "";
    for (const column of this.#columns[0] ?? []) {
      column.style.width = "";
    }
    this.#readWidths();
    this.#first.classList.add("md-table-long");
    for (const columns of this.#columns) {
      this.#applyWidths(columns);
    }
  }
}
