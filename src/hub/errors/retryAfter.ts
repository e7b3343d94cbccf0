import { duration, milliseconds, seconds, secondsOrDate } from "../durations.ts";
import type { ErrorSignals } from "./errorSignals.ts";
import { waitInFields, waitInSentence } from "./waitInBody.ts";

export const maxWaitMs = 31 * 24 * 3_600_000;

/**
 * The first of: `retry-after-ms`, `retry-after` (RFC 9110 §10.2.3), gateways' headers, rate-limit resets of Anthropic,
 * OpenAI and the IETF draft, the body. Zero and past times are ignored: they are no reason to repeat at once.
 */
export function retryAfterMs(
  headers: Headers,
  { objects, messages }: ErrorSignals,
  now: number,
): number | undefined {
  const found =
    positive(milliseconds(headers.get("retry-after-ms"))) ??
    positive(secondsOrDate(headers.get("retry-after"), now)) ??
    positive(secondsOrDate(headers.get("x-retry-after"), now)) ??
    positive(fromGateway(headers)) ??
    positive(fromResets(headers, now)) ??
    waitInFields(objects, now) ??
    positive(waitInSentence(messages.join("\n")));
  return found === undefined ? undefined : Math.min(Math.ceil(found), maxWaitMs);
}

function positive(ms: number | undefined): number | undefined {
  return ms !== undefined && ms > 0 ? ms : undefined;
}

/** Kong sends one header per window and provider; the longest wait counts. */
function fromGateway(headers: Headers): number | undefined {
  return longest(
    [...headers]
      .filter(([name]) => name.startsWith("x-ai-ratelimit-retry-after"))
      .map(([, value]) => seconds(value)),
  );
}

/** The last reset among the limits that are used up. */
function fromResets(headers: Headers, now: number): number | undefined {
  const used = ["requests", "tokens", "input-tokens", "output-tokens"].flatMap((unit) => [
    resetIfUsedUp(
      headers,
      `anthropic-ratelimit-${unit}-remaining`,
      `anthropic-ratelimit-${unit}-reset`,
    ),
    resetIfUsedUp(headers, `x-ratelimit-remaining-${unit}`, `x-ratelimit-reset-${unit}`),
  ]);
  const plain = ["x-ratelimit", "x-rate-limit", "ratelimit"].flatMap((name) => [
    resetIfUsedUp(headers, `${name}-remaining`, `${name}-reset`),
    resetIfUsedUp(headers, `${name}-remaining`, `${name}-reset-after`),
  ]);
  const named = [...used, ...plain].map((reset) => duration(reset) ?? secondsOrDate(reset, now));
  return longest([...named, fromRateLimitField(headers.get("ratelimit"))]);
}

function resetIfUsedUp(headers: Headers, remaining: string, reset: string): string | null {
  return headers.get(remaining)?.trim() === "0" ? headers.get(reset) : null;
}

/** Reads `limit=10, remaining=0, reset=20`, or `"default";r=0;t=20` (IETF draft "RateLimit header fields"). */
function fromRateLimitField(value: string | null): number | undefined {
  const isUsedUp = /(?:^|[;,\s])(?:remaining|r)=0(?:[;,\s]|$)/u.test(value ?? "");
  return isUsedUp
    ? seconds(/(?:^|[;,\s])(?:reset|t)=(\d{1,9})/u.exec(value ?? "")?.[1])
    : undefined;
}

function longest(candidates: readonly (number | undefined)[]): number | undefined {
  const found = candidates.filter((candidate) => candidate !== undefined);
  return found.length === 0 ? undefined : Math.max(...found);
}
