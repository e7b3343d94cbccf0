import { ApiError } from "../http/apiError.ts";
import type { Time, UsageSubject } from "../store/records.ts";
import { retryHeaders } from "./rateHeaders.ts";
import { Refusal, refusalEvent } from "./refusal.ts";

const windowMs = 60_000;
/** Tokens that are remembered; more of them at once begin anew. */
const maxTokens = 10_000;

/** Completions of one token in any 60 seconds: fewer than its requests, so that its chats keep their share. */
export const completionsPerMinute = 40;

/** Counts the completions of each token in this process, in a sliding window. */
export class CompletionRate {
  readonly #times = new Map<string, readonly Time[]>();

  /** Counts one more, and says how many are left; throws a `Refusal` if it comes too soon. No headers for others. */
  headersFor(subject: UsageSubject, now: Time): Readonly<Record<string, string>> {
    if (subject.format !== "completions") {
      return {};
    }
    const { tokenId } = subject;
    // A clock that was set back does not lock anybody out.
    const recent = (this.#times.get(tokenId) ?? []).filter(
      (time) => time > now - windowMs && time <= now,
    );
    const [first = now] = recent;
    if (recent.length >= completionsPerMinute) {
      const facts = {
        time: now,
        status: 429,
        detail: { limit: "completions", amount: completionsPerMinute },
      };
      const event = refusalEvent("rate.limit", subject, facts);
      throw new Refusal(tooMany(first + windowMs - now), event, "completions");
    }
    if (!this.#times.has(tokenId) && this.#times.size >= maxTokens) {
      this.#times.clear();
    }
    this.#times.set(tokenId, [...recent, now]);
    return headersOf(completionsPerMinute - recent.length - 1);
  }
}

function headersOf(remaining: number): Readonly<Record<string, string>> {
  return {
    "x-hub-completions-limit": String(completionsPerMinute),
    "x-hub-completions-remaining": String(remaining),
  };
}

function tooMany(retryAfterMs: number): ApiError {
  const seconds = Math.ceil(retryAfterMs / 1_000);
  return new ApiError(
    429,
    `This token's limit is ${completionsPerMinute} completions per minute. Try again in ${seconds} s.`,
    {
      code: "rate_limit_exceeded",
      extra: { limit: "completions" },
      headers: { ...headersOf(0), ...retryHeaders(retryAfterMs) },
    },
  );
}
