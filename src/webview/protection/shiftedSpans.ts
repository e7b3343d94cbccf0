export interface Span {
  readonly start: number;
  readonly end: number;
}

/** `after` may end earlier. Drops ranges that the change touches. */
export function shiftedSpans<S extends Span>(
  spans: readonly S[],
  before: string,
  after: string,
): readonly S[] {
  if (before.startsWith(after)) {
    return spans.filter(({ end }) => end <= after.length);
  }
  const same = sameStart(before, after);
  const limit = Math.min(before.length, after.length) - same;
  const sameRest = sameEnd(before, after, limit);
  const shift = after.length - before.length;
  return spans.flatMap((span) => {
    if (span.end <= same) {
      return [span];
    }
    return span.start >= before.length - sameRest
      ? [{ ...span, start: span.start + shift, end: span.end + shift }]
      : [];
  });
}

function sameStart(one: string, other: string): number {
  const limit = Math.min(one.length, other.length);
  let at = 0;
  while (at < limit && one.charCodeAt(at) === other.charCodeAt(at)) {
    at += 1;
  }
  return at;
}

function sameEnd(one: string, other: string, limit: number): number {
  let count = 0;
  while (
    count < limit &&
    one.charCodeAt(one.length - 1 - count) === other.charCodeAt(other.length - 1 - count)
  ) {
    count += 1;
  }
  return count;
}
