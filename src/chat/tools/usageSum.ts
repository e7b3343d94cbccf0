import type { Usage } from "../../shared/conversation/conversation.ts";

/** Sums usage; only the last report of each request counts. */
export class UsageSum {
  #before: Usage = {};
  #current: Usage = {};

  add(usage: Usage): Usage {
    this.#current = { ...this.#current, ...usage };
    return sum(this.#before, this.#current);
  }

  nextRequest(): void {
    this.#before = sum(this.#before, this.#current);
    this.#current = {};
  }
}

function sum(one: Usage, other: Usage): Usage {
  const cost = sumOfDecimals(one.cost, other.cost);
  const saved = sumOfDecimals(one.saved, other.saved);
  const currency = other.currency ?? one.currency;
  const inputTokens = sumOf(one.inputTokens, other.inputTokens);
  const outputTokens = sumOf(one.outputTokens, other.outputTokens);
  const cachedTokens = sumOf(one.cachedTokens, other.cachedTokens);
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(cachedTokens !== undefined && { cachedTokens }),
    ...(cost !== undefined && { cost }),
    ...(saved !== undefined && { saved }),
    ...(currency !== undefined && { currency }),
  };
}

function sumOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : one + (other ?? 0);
}

const decimalPattern = /^(\d{1,20})(?:\.(\d{1,20}))?$/u;

function sumOfDecimals(one: string | undefined, other: string | undefined): string | undefined {
  const [first, second] = [one, other].map((text) => decimalPattern.exec(text ?? ""));
  if (!first || !second) {
    return first ? one : other;
  }
  const places = Math.max(first[2]?.length ?? 0, second[2]?.length ?? 0);
  const [a, b] = [first, second].map(([, whole = "0", fraction = ""]) =>
    BigInt(whole + fraction.padEnd(places, "0")),
  );
  const digits = ((a ?? 0n) + (b ?? 0n)).toString().padStart(places + 1, "0");
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
