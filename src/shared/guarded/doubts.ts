/**
 * Why a value that has the form and the check digit of a kind of sensitive data is only possible, in words that
 * stand alone. Such a value never blocks; `shared/guarded/sensitiveKinds.ts` has the kinds.
 */
export const doubts = {
  /** Its context does not name it. */
  unnamed: {
    en: "nothing around it says what it is",
    "pt-br": "nada em volta diz o que é",
  },
  /** Its context names another thing, such as an order or a time. */
  otherwise: {
    en: "the words around it name something else",
    "pt-br": "as palavras em volta indicam outra coisa",
  },
  /** A published test value. */
  trial: { en: "looks like test data", "pt-br": "parece dado de teste" },
  /** Its domain has an uncommon ending. */
  ending: {
    en: "a rare ending for an address",
    "pt-br": "final incomum para um endereço",
  },
} as const satisfies Readonly<Record<string, { readonly en: string; readonly "pt-br": string }>>;

export type Doubt = keyof typeof doubts;

// The table's own keys, in its order.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets what the object is
export const doubtNames = Object.keys(doubts) as [Doubt, ...Doubt[]];

/** The doubt with this name; undefined for any other text. */
export function readDoubt(name: string | undefined): Doubt | undefined {
  return doubtNames.find((doubt) => doubt === name);
}

export function doubtLabels(language: "en" | "pt-br"): Readonly<Record<Doubt, string>> {
  const { unnamed, otherwise, trial, ending } = doubts;
  return {
    unnamed: unnamed[language],
    otherwise: otherwise[language],
    trial: trial[language],
    ending: ending[language],
  };
}
