export function milliseconds(value: string | null): number | undefined {
  return value !== null && /^\d{1,15}(?:\.\d+)?$/u.test(value.trim()) ? Number(value) : undefined;
}

export function seconds(value: unknown): number | undefined {
  const ms =
    typeof value === "string" || typeof value === "number"
      ? milliseconds(String(value))
      : undefined;
  return ms === undefined ? undefined : ms * 1000;
}

/** Milliseconds from now until a time, which is in seconds from now, an epoch or a date. */
export function secondsOrDate(value: string | null, now: number): number | undefined {
  const amount = milliseconds(value);
  if (amount === undefined) {
    const date = /\d{4}/u.test(value ?? "") ? Date.parse(value ?? "") : Number.NaN;
    return Number.isNaN(date) ? undefined : date - now;
  }
  if (amount > 1e12) {
    return amount - now;
  }
  return amount > 1e9 ? amount * 1000 - now : amount * 1000;
}

const unitMs: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

export function duration(value: unknown): number | undefined {
  if (typeof value !== "string" || !/^(?:\d{1,15}(?:\.\d+)?(?:ms|s|m|h|d))+$/u.test(value)) {
    return undefined;
  }
  let total = 0;
  for (const [, amount, unit] of value.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/gu)) {
    total += Number(amount) * (unitMs.get(unit ?? "") ?? 0);
  }
  return total;
}
