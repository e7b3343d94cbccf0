import type { Alignment } from "../blocks/blockTypes.ts";
import { splitRow } from "../blocks/tableSyntax.ts";
import { element } from "./dom.ts";
import type { InlineTools } from "./inlineText.ts";
import type { LeafView } from "./leafView.ts";
import { type MeasureLater, TableBlocks } from "./tableBlocks.ts";
import { TableRow } from "./tableRow.ts";

/** A longer row is shown only when it is complete. */
const MAX_OPEN_ROW = 4096;

interface TableTools {
  readonly inline: InlineTools;
  /** The accessible name. */
  readonly label: string;
  readonly measureLater: MeasureLater;
}

/** A table that scrolls sideways on its own; each cell is drawn once, when it is complete. */
export class TableView implements LeafView {
  readonly element = element("div", "md-table-scroll");
  readonly #alignments: readonly Alignment[];
  readonly #tools: InlineTools;
  readonly #blocks: TableBlocks;
  #line = "";
  #openRow: TableRow | undefined;

  constructor(
    header: readonly string[],
    alignments: readonly Alignment[],
    { inline, label, measureLater }: TableTools,
  ) {
    this.#alignments = alignments;
    this.#tools = inline;
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "region");
    this.element.setAttribute("aria-label", label);
    const head = new TableRow("th", alignments, inline);
    head.show(header, true);
    for (const cell of head.element.cells) {
      cell.scope = "col";
    }
    this.#blocks = new TableBlocks(head.element, measureLater);
    this.element.append(this.#blocks.element);
  }

  append(text: string): void {
    this.#line += text;
  }

  draw(): void {
    const isHidden = this.#line === "" || this.#line.length > MAX_OPEN_ROW;
    const startsBlock = !this.#openRow && this.#blocks.isFull;
    if (!isHidden && !startsBlock) {
      this.#currentRow().show(splitRow(this.#line), false);
    }
  }

  endLine(): void {
    this.#currentRow().show(splitRow(this.#line), true);
    this.#openRow = undefined;
    this.#line = "";
  }

  dropLine(): void {
    if (this.#openRow) {
      this.#blocks.remove(this.#openRow.element);
    }
    this.#openRow = undefined;
    this.#line = "";
  }

  close(): void {
    this.#blocks.close();
  }

  #currentRow(): TableRow {
    if (!this.#openRow) {
      this.#openRow = new TableRow("td", this.#alignments, this.#tools);
      this.#blocks.add(this.#openRow.element);
    }
    return this.#openRow;
  }
}
