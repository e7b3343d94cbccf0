import type { CheckedRow } from "../../../seller/csv/check/rowCheck.ts";
import type { RowEffect } from "../../../seller/csv/columns/comparison.ts";
import type { ImportedColumn } from "../../../seller/csv/columns/importTarget.ts";
import type { FieldChange } from "../../../seller/write/fieldChanges.ts";
import {
  type CalmLimits,
  RiskCount,
  type RowRisk,
  type WriteRisks,
} from "../../../seller/write/writeRisks.ts";
import { parseJson } from "../../../shared/base/json.ts";
import {
  type ImportChoice,
  type ImportFilter,
  type ImportRow,
  importRowSchema,
  type ImportRowsQuery,
  type ImportRowsView,
} from "../../../shared/sellerPage/importRows.ts";
import { PackedTexts } from "../../../shared/text/packedTexts.ts";

export interface PreviewedRow {
  readonly effect: RowEffect | "unknown";
  readonly changes: readonly FieldChange[];
  readonly risk: RowRisk;
}

interface KeptRow {
  readonly line: number;
  readonly effect: ImportRow["effect"];
  readonly risk: RowRisk | undefined;
  readonly text: number;
}

/** Later rows are written without a preview. */
const maxKept = 50_000;
const maxCell = 200;

export class RowPreview {
  readonly columns: readonly ImportedColumn[];
  readonly #rows: KeptRow[] = [];
  readonly #texts = new PackedTexts();
  readonly #leftOut = new Set<number>();
  readonly #otherRisks: RowRisk[] = [];
  #filtered: { readonly show: ImportFilter; readonly rows: readonly KeptRow[] } | undefined;
  #revision = 0;

  constructor(columns: readonly ImportedColumn[]) {
    this.columns = columns;
  }

  get revision(): number {
    return this.#revision;
  }

  get kept(): number {
    return this.#rows.length;
  }

  /** `written` is undefined for a row with errors. */
  add(
    { row, isRepeat }: CheckedRow,
    written: PreviewedRow | undefined,
    said: { readonly note: string | undefined; readonly subject: string | undefined },
  ): void {
    const risk = written && isRepeat !== true && isRisk(written.risk) ? written.risk : undefined;
    if (this.#rows.length >= maxKept) {
      if (risk) {
        this.#otherRisks.push(risk);
      }
      return;
    }
    const effect = written ? (isRepeat === true ? "same" : written.effect) : "invalid";
    const shown: ImportRow = {
      line: row.line,
      effect,
      cells: this.columns.map(({ name, index }) => {
        const change = written?.changes.find((one) => one.name === name);
        const isOther = change?.state === "changed";
        return {
          text: (row.cells[index] ?? "").trim().slice(0, maxCell),
          ...(change && { after: change.after }),
          ...(isOther && { before: change.before }),
        };
      }),
      ...(said.note !== undefined && { note: said.note.slice(0, 4_000) }),
      ...(said.subject !== undefined && { subject: said.subject.slice(0, 500) }),
    };
    this.#rows.push({
      line: row.line,
      effect,
      risk,
      text: this.#texts.add(JSON.stringify(shown)),
    });
  }

  rows({ show, offset, count }: ImportRowsQuery): ImportRowsView {
    const matching = this.#matching(show);
    return {
      matching: matching.length,
      rows: matching.slice(offset, offset + count).map(({ line, text }) => ({
        ...importRowSchema.parse(parseJson(this.#texts.at(text))),
        isLeftOut: this.#leftOut.has(line),
      })),
    };
  }

  subjects(lines: readonly number[]): Readonly<Record<string, string>> {
    const wanted = new Set(lines);
    const rows = this.#rows.filter(({ line }) => wanted.has(line));
    return Object.fromEntries(
      rows.flatMap(({ line, text }) => {
        const { subject } = importRowSchema.parse(parseJson(this.#texts.at(text)));
        return subject === undefined ? [] : [[line, subject]];
      }),
    );
  }

  choose(choice: ImportChoice, isWritten: boolean): void {
    const chosen =
      "show" in choice
        ? this.#matching(choice.show)
        : this.#rows.filter(({ line }) => line === choice.line);
    for (const { line, effect } of chosen) {
      if (effect !== "invalid" && !isWritten) {
        this.#leftOut.add(line);
      } else {
        this.#leftOut.delete(line);
      }
    }
    this.#revision += 1;
  }

  isLeftOut(line: number): boolean {
    return this.#leftOut.has(line);
  }

  risks(limits: CalmLimits): WriteRisks {
    const risks = new RiskCount(limits);
    for (const risk of this.#otherRisks) {
      risks.count(risk);
    }
    for (const { line, risk } of this.#rows) {
      if (risk && !this.#leftOut.has(line)) {
        risks.count(risk);
      }
    }
    return risks;
  }

  get leftOut(): { readonly changing: number; readonly same: number } {
    const rows = this.#leftOut.size === 0 ? [] : this.#rows;
    const left = rows.filter(({ line }) => this.#leftOut.has(line));
    const same = left.filter(({ effect }) => effect === "same").length;
    return { changing: left.length - same, same };
  }

  #matching(show: ImportFilter): readonly KeptRow[] {
    if (show === "all") {
      return this.#rows;
    }
    if (this.#filtered?.show !== show) {
      const isWanted = (effect: KeptRow["effect"]): boolean =>
        show === "invalid" ? effect === "invalid" : effect !== "invalid" && effect !== "same";
      this.#filtered = { show, rows: this.#rows.filter(({ effect }) => isWanted(effect)) };
    }
    return this.#filtered.rows;
  }
}

function isRisk({ isZeroStock, hasLostCharacters, jump, isPriceUnknown, stock }: RowRisk): boolean {
  return isZeroStock || hasLostCharacters || jump > 0 || isPriceUnknown || stock !== undefined;
}
