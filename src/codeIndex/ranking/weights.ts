/** Results are stable for 0.5 to 1.5 times any weight. */
export const fieldWeights = {
  chunk: { weight: 1, lengthShare: 0.75 },
  file: { weight: 0.5, lengthShare: 0.4 },
  path: { weight: 0.8, lengthShare: 0.4 },
  names: { weight: 0.8, lengthShare: 0.5 },
  history: { weight: 0.6, lengthShare: 0.4 },
} as const;

/** Share of vectors in a score: usual, and for a query that is a symbol. */
export const vectorShares = { general: 0.5, symbol: 0.3 } as const;

/** Factors of the best score: for a name that is the whole query, and for a name that is a word of it. */
export const symbolWeights = {
  alone: 3,
  inSentence: 0.15,
  foldedShare: 0.8,
  containerFactor: 1.5,
} as const;

/**
 * Added to a file's score per doubling of the number of its definitions, because questions are more often about
 * larger files.
 */
export const sizeWeight = 0.04;

export const definitionWeights = {
  name: 4,
  nameTerm: 0.3,
  signature: 0.5,
  body: 0.5,
  meanLength: 40,
  maxLines: 80,
} as const;
