import { isAmbiguousNumber } from "../../contract/values/decimal.ts";
import type { DecimalSign } from "./cellValue.ts";

/** Columns of amounts prove the decimal sign; a version or class number such as `1.1` proves nothing. */
const amountTitle =
  /pre[cç]o|valor|\bvlr?\b|custo|peso|estoque|saldo|quant|qtde?|\btotal|margem|altura|largura|comprimento|profundidade|dispon[ií]vel|reservado|f[ií]sico|m[ií]nim|m[aá]xim|desconto|price|cost|amount|stock|qty|weight|height|width|length|r\$/iu;

export class DecimalProof {
  readonly #columns: readonly number[];
  readonly #signs = new Set<"," | ".">();

  /** `others` are titles of further number columns. */
  constructor(header: readonly string[], others: readonly string[] = []) {
    this.#columns = header.flatMap((title, column) =>
      amountTitle.test(title) || others.includes(title.trim()) ? [column] : [],
    );
  }

  add(cells: readonly string[]): void {
    for (const column of this.#columns) {
      const sign = provenBy((cells[column] ?? "").trim().replace(/^R\$\s*/u, ""));
      if (sign) {
        this.#signs.add(sign);
      }
    }
  }

  /** `unproven` if numbers contradict each other or the known sign. */
  sign(known: DecimalSign = "unproven"): DecimalSign {
    const [proven = known, another = known] = this.#signs;
    return this.#signs.size === 0 || (proven === another && proven === known)
      ? known
      : this.#signs.size === 1 && known === "unproven"
        ? proven
        : "unproven";
  }
}

/** `12,5`, `0,125`, `1.234,5` and `1.234.567` prove the comma. */
function provenBy(number: string): "," | "." | undefined {
  if (isAmbiguousNumber(number)) {
    return undefined;
  }
  if (/^-?(?:(?:0|[1-9]\d*),\d+|[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,}))$/u.test(number)) {
    return ",";
  }
  return /^-?(?:(?:0|[1-9]\d*)\.\d+|[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,}))$/u.test(number)
    ? "."
    : undefined;
}
