import { columnAliases } from "./columnAliases.ts";

/** Drops the unit of a title such as `Peso (kg)`, as the portal specifies none. */
export function plainTitle(title: string): string {
  return plain(title.replace(/[([](?:kg|g|mm|cm|m|un|und|r\$|brl|dias|days)[)\]]\s*$/iu, ""));
}

export function plain(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, "");
}

/** True for `Produto` or `Código`, which may be the seller's codes, the platform's, or names. */
export function isBareCode(title: string): boolean {
  return /^(?:(?:id|cod|codigo|ref|referencia)(?:d[oe])?(?:produto|product|item|interno)?|(?:produto|product|item)(?:code|id)?|code)$/u.test(
    plainTitle(title),
  );
}

/** For each written value, titles that may be its column, and titles that certainly are not. */
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
 * Returns candidates such as `Estoque` and `Depósito`, between which a person must choose. Empty if there is no doubt.
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

const priceUnits = [
  { title: /^(?:moeda|currency(?:code)?|curr|waers)$/u, plain: /^(?:brl|r\$|rea(?:l|is))?$/iu },
  { title: /^(?:por|per|priceunit|unidadepreco|kpein)$/u, plain: /^(?:1(?:[.,]0+)?)?$/u },
] as const;

export function isOtherUnit(title: string, cell: string): boolean {
  const own = plainTitle(title);
  return priceUnits.some((unit) => unit.title.test(own) && !unit.plain.test(cell.trim()));
}
