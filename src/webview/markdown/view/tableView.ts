import type { Alignment } from "../blocks/blockTypes.ts";
import { splitRow } from "../blocks/tableSyntax.ts";
import { element } from "./dom.ts";
import type { InlineTools } from "./inlineText.ts";
import type { LeafView } from "./leafView.ts";
import { type MeasureLater, TableBlocks } from "./tableBlocks.ts";
import { blankRow, TableRow } from "./tableRow.ts";

/** The longest growing row; a longer row is shown only when it is complete. */
const MAX_OPEN_ROW = 4096;

interface TableTools {
  readonly inline: InlineTools;
  readonly label: string;
  readonly measureLater: MeasureLater;
}

/** Each cell is drawn once, when complete. */
export class TableView implements LeafView {
  readonly element = element("div", "md-table-scroll");
  readonly #tools: InlineTools;
  readonly #blocks: TableBlocks;
  #line = "";
  #openRow: TableRow | undefined;

  constructor(
    header: readonly string[],
    alignments: readonly Alignment[],
    { inline, label, measureLater }: TableTools,
  ) {
    this.#tools = inline;
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", label);
    const head = blankRow("th", alignments);
    for (const cell of head.cells) {
      cell.scope = "col";
    }
    new TableRow(head, true, inline).show(header, true);
    this.#blocks = new TableBlocks(head, blankRow("td", alignments), measureLater);
    this.element.append(this.#blocks.element);
  }

  append(text: string): void {
    this.#line += text;
  }

  draw(): void {
    const isHidden = this.#line === "" || this.#line.length > MAX_OPEN_ROW;
    const startsBlock = !this.#openRow && this.#blocks.isFull;
    if (!isHidden && !startsBlock) {
      this.#show(false);
    }
  }

  endLine(): void {
    this.#show(true);
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

  #show(isWhole: boolean): void {
    const texts = splitRow(this.#line);
    if (this.#openRow) {
      this.#openRow.show(texts, isWhole);
      return;
    }
    const row = this.#blocks.createRow();
    this.#openRow = new TableRow(row, !this.#blocks.isLong, this.#tools);
    this.#openRow.show(texts, isWhole);
    this.#blocks.add(row);
  }
}
