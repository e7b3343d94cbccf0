/** Why a value with the form and check digit of a kind may be something else. Such a value never blocks. */
export const doubts = {
  unnamed: {
    en: "nothing around it says what it is",
    "pt-br": "nada em volta diz o que é",
  },
  otherwise: {
    en: "the words around it name something else",
    "pt-br": "as palavras em volta indicam outra coisa",
  },
  trial: { en: "looks like test data", "pt-br": "parece dado de teste" },
  ending: {
    en: "a rare ending for an address",
    "pt-br": "final incomum para um endereço",
  },
} as const satisfies Readonly<Record<string, { readonly en: string; readonly "pt-br": string }>>;

export type Doubt = keyof typeof doubts;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets what the object is
export const doubtNames = Object.keys(doubts) as [Doubt, ...Doubt[]];

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
