import { columnAliases } from "./columnAliases.ts";

/** `Peso (kg)` is the column of the weight; in which unit it is, the portal does not say. */
export function plainTitle(title: string): string {
  return plain(title.replace(/[([](?:kg|g|mm|cm|m|un|und|r\$|brl|dias|days)[)\]]\s*$/iu, ""));
}

/** Without accents, case and punctuation. */
export function plain(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, "");
}

/** A title such as `Produto` or `Código`: of the seller's codes, of the platform's, or of names. */
export function isBareCode(title: string): boolean {
  return /^(?:(?:id|cod|codigo|ref|referencia)(?:d[oe])?(?:produto|product|item|interno)?|(?:produto|product|item)(?:code|id)?|code)$/u.test(
    plainTitle(title),
  );
}

/** For a value that is written, the titles that may be its column, and those that are certainly another's. */
const values: Readonly<Record<string, { readonly is: RegExp; readonly isNot: RegExp }>> = {
  quantidadeEstoque: {
    is: /estoque|saldo|disponiv|reservad|fisico|deposito|almoxarifado|armazem|quant|qtd|qty|stock|inventory|onhand|available|reserved|warehouse/u,
    isNot: /minim|maxim|ideal|locali|unidade|custo|valor|preco|data|situacao|controla|min$|max$/u,
  },
  valorPrecoBase: {
    is: /preco|price|^valor$|valorunitario|valorvenda/u,
    isNot: /custo|compra|cost|frete|desconto|data|inicio|fim|codigo|tabela$/u,
  },
};

/**
 * Titles of which each may be the column of a value, such as `Estoque` beside `Disponível` or `Depósito`; which one is
 * meant, only a person knows. Empty if there is one, or one has the field's own name.
 */
export function rivalTitles(field: string, header: readonly string[]): readonly string[] {
  const { is, isNot } = values[field] ?? {};
  const titles = header.filter((title) => plainTitle(title) !== "");
  const isOwn = titles.some((title) => plainTitle(title) === plain(field));
  const usual = (columnAliases[field] ?? []).map(plain);
  const rivals = titles.filter((title) => {
    const own = plainTitle(title);
    return is !== undefined && (is.test(own) || usual.includes(own)) && isNot?.test(own) !== true;
  });
  return isOwn || rivals.length < 2 ? [] : rivals;
}

/** Columns that qualify a price (currency, unit), with the cells that mean reais per unit. */
const priceUnits = [
  { title: /^(?:moeda|currency(?:code)?|curr|waers)$/u, plain: /^(?:brl|r\$|rea(?:l|is))?$/iu },
  { title: /^(?:por|per|priceunit|unidadepreco|kpein)$/u, plain: /^(?:1(?:[.,]0+)?)?$/u },
] as const;

/** Whether a cell says that the price in its row is in another currency, or of several units. */
export function isOtherUnit(title: string, cell: string): boolean {
  const own = plainTitle(title);
  return priceUnits.some((unit) => unit.title.test(own) && !unit.plain.test(cell.trim()));
}
