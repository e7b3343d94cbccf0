import * as z from "zod/mini";

import { readTokenFacts, type TokenFacts } from "../contract/responses.ts";

/** The token's text never appears in a log, in JSON or in an inspection of the object. */
export class AccessToken {
  readonly facts: TokenFacts;
  /** Epoch milliseconds. Undefined if the portal gave no lifetime: valid until refused. */
  readonly expiresAt: number | undefined;
  readonly receivedAt: number;
  /** Calls that failed with this token while it was new: a newer one would not help them. */
  readonly doubtedInVain = new Set<string>();
  readonly #renewAt: number;
  readonly #text: string;

  constructor(text: string, facts: TokenFacts, receivedAt: number) {
    this.facts = facts;
    this.#text = text;
    this.receivedAt = receivedAt;
    const lifetimeMs = facts.expiresInS === undefined ? undefined : facts.expiresInS * 1000;
    this.expiresAt = lifetimeMs === undefined ? undefined : receivedAt + lifetimeMs;
    this.#renewAt =
      lifetimeMs === undefined
        ? Number.POSITIVE_INFINITY
        : receivedAt + lifetimeMs - Math.min(60_000, lifetimeMs / 10);
  }

  isFresh(now: number): boolean {
    return now < this.#renewAt;
  }

  isUsable(now: number): boolean {
    return this.expiresAt === undefined || now < this.expiresAt;
  }

  /** Returns the secret itself, only for the header, redaction and the secret store. */
  reveal(): string {
    return this.#text;
  }
}

const storedSchema = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(20_000)),
  receivedAt: z.number(),
  facts: z.unknown(),
});

/** Encodes a token as one line for the secret store, which windows share. */
export function storedToken(token: AccessToken): string {
  const { expiresInS, ...facts } = token.facts;
  return JSON.stringify({
    token: token.reveal(),
    receivedAt: token.receivedAt,
    facts: { ...facts, expires_in: expiresInS },
  });
}

/** Undefined unless `storedToken` wrote the line. */
export function tokenFromStored(value: unknown): AccessToken | undefined {
  const stored = storedSchema.safeParse(value).data;
  return stored && new AccessToken(stored.token, readTokenFacts(stored.facts), stored.receivedAt);
}
