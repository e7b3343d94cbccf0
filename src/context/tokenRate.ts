/** Reported tokens per estimated token of one model, from its answers so far. */
export interface TokenRate {
  readonly estimated: number;
  readonly reported: number;
}

/** A request this small says little about the rate: the hub's own wrapping weighs too much in it. */
const minEstimated = 200;
/** A hub that reports something else than tokens of the request must not spoil the estimate. */
const maxRate = 2.5;
/** Older answers count half as much for every so many tokens that came after them. */
const memoryTokens = 200_000;

export const unknownRate: TokenRate = { estimated: 0, reported: 0 };

/** The rate with one more answer, if that is believable. */
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

/** What to multiply an estimate with; 1 while nothing was reported. */
export function factorOf({ estimated, reported }: TokenRate): number {
  return estimated === 0 ? 1 : reported / estimated;
}
