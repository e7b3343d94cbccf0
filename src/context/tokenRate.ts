/** Reported tokens per estimated token of one model, from its answers so far. */
export interface TokenRate {
  readonly estimated: number;
  readonly reported: number;
}

/** Smaller requests are not counted: the text that the hub wraps around them weighs too much. */
const minEstimated = 200;
/** A higher rate is ignored: the hub reports something else than the tokens of the request. */
const maxRate = 2.5;
/** The half-life of old answers, in tokens that were sent after them. */
const memoryTokens = 200_000;

export const unknownRate: TokenRate = { estimated: 0, reported: 0 };

/** The rate with one more answer counted; unchanged if that answer's report is implausible. */
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

/** The factor for an estimate; 1 until something was reported. */
export function factorOf({ estimated, reported }: TokenRate): number {
  return estimated === 0 ? 1 : reported / estimated;
}
