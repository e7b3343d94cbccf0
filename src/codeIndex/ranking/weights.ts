/** How much each field counts, and how much its length; half or one and a half times any weight changes little. */
export const fieldWeights = {
  chunk: { weight: 1, lengthShare: 0.75 },
  file: { weight: 0.5, lengthShare: 0.4 },
  path: { weight: 0.8, lengthShare: 0.4 },
  names: { weight: 0.8, lengthShare: 0.5 },
  history: { weight: 0.6, lengthShare: 0.4 },
} as const;

/** The share of vectors in a score, where there are any: in general, and for a query that is a symbol. */
export const vectorShares = { general: 0.5, symbol: 0.3 } as const;

/** Times the best score, for files that define a name that is the whole query, or one of its words. */
export const symbolWeights = {
  alone: 3,
  inSentence: 0.15,
  foldedShare: 0.8,
  containerFactor: 1.5,
} as const;

/**
 * Files that define more are asked about more often: a factor of one, and this for each doubling of the number of
 * definitions.
 */
export const sizeWeight = 0.04;

/** How much the best definition of a file counts beside the whole file: the terms of its name, signature and lines. */
export const definitionWeights = {
  name: 4,
  /** A name of many terms that has one of the query says less. */
  nameTerm: 0.3,
  /** The words beside the name in its line: parameters and types. */
  signature: 0.5,
  body: 0.5,
  /** Identifiers of a definition, about. */
  meanLength: 40,
  /** Lines of a definition that are looked at. */
  maxLines: 80,
} as const;
