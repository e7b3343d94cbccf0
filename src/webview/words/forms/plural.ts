type Plural = (count: number, one: string, other: string) => string;

function pluralIn(language: string): Plural {
  const rules = new Intl.PluralRules(language);
  return (count, one, other) => (rules.select(count) === "one" ? one : other);
}

export const manyEn = pluralIn("en");
export const manyPtBr = pluralIn("pt-BR");
