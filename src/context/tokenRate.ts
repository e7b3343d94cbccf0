/** Reported tokens per estimated token, from one model's answers. */
export interface TokenRate {
  readonly estimated: number;
  readonly reported: number;
}

/** Smaller requests are not counted: the text that the hub adds outweighs them. */
const minEstimated = 200;
/** A higher rate is ignored: the hub measures something else. */
const maxRate = 2.5;
/** Half-life of old answers, in tokens sent after them. */
const memoryTokens = 200_000;

export const unknownRate: TokenRate = { estimated: 0, reported: 0 };

export function withReport(
  rate: TokenRate,
  answer: { readonly estimated: number; readonly reported: number },
): TokenRate {
  const { estimated, reported } = answer;
  const one = reported / estimated;
  if (!(estimated >= minEstimated) || !(one >= 1 / maxRate && one <= maxRate)) {
    return rate;
  }
  const keep = rate.estimated > memoryTokens ? 0.5 : 1;
  return {
    estimated: rate.estimated * keep + estimated,
    reported: rate.reported * keep + reported,
  };
}

export function factorOf({ estimated, reported }: TokenRate): number {
  return estimated === 0 ? 1 : reported / estimated;
}
