import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import * as z from "zod/mini";

import { writeFileAtomically } from "../data/atomicFile.ts";
import { createHubToken, hashToken, isSameHash } from "./hubToken.ts";

const storedTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  hash: z.string(),
  last4: z.string(),
  /** Epoch milliseconds. */
  createdAt: z.number(),
});

const stateSchema = z.object({
  schema: z.literal(1),
  adminTokenHash: z.optional(z.string()),
  tokens: z.array(storedTokenSchema),
});

type State = z.infer<typeof stateSchema>;
type StoredToken = z.infer<typeof storedTokenSchema>;

/** What may be shown of a token. */
export interface TokenSummary {
  readonly id: string;
  readonly name: string;
  /** As `sk_hub_…a1b2`. */
  readonly prefix: string;
  readonly createdAt: number;
}

/** The tokens of one data directory: of each only the hash and the last four characters are kept. */
export class TokenStore {
  readonly #path: string;
  #state: State;

  /** Throws if the file is there and cannot be understood: starting without it would lock everybody out. */
  constructor(folder: string) {
    this.#path = join(folder, "state.json");
    this.#state = readState(this.#path);
  }

  get hasAdminToken(): boolean {
    return this.#state.adminTokenHash !== undefined;
  }

  setAdminToken(token: string): void {
    this.#save({ ...this.#state, adminTokenHash: hashToken(token) });
  }

  isAdminToken(token: string): boolean {
    const { adminTokenHash } = this.#state;
    return adminTokenHash !== undefined && isSameHash(adminTokenHash, hashToken(token));
  }

  /** Makes a token; this is the only time that its secret is known. */
  create(
    name: string,
    createdAt: number,
  ): { readonly token: string; readonly summary: TokenSummary } {
    const token = createHubToken();
    const stored: StoredToken = {
      id: `tok_${randomUUID().replaceAll("-", "")}`,
      name,
      hash: hashToken(token),
      last4: token.slice(-4),
      createdAt,
    };
    this.#save({ ...this.#state, tokens: [...this.#state.tokens, stored] });
    return { token, summary: summaryOf(stored) };
  }

  find(token: string): TokenSummary | undefined {
    const hash = hashToken(token);
    const stored = this.#state.tokens.find((candidate) => isSameHash(candidate.hash, hash));
    return stored && summaryOf(stored);
  }

  list(): readonly TokenSummary[] {
    return this.#state.tokens.map(summaryOf);
  }

  /** False if there is no such token. */
  revoke(id: string): boolean {
    const tokens = this.#state.tokens.filter((token) => token.id !== id);
    if (tokens.length === this.#state.tokens.length) {
      return false;
    }
    this.#save({ ...this.#state, tokens });
    return true;
  }

  #save(state: State): void {
    writeFileAtomically(this.#path, JSON.stringify(state));
    this.#state = state;
  }
}

function readState(path: string): State {
  if (!existsSync(path)) {
    return { schema: 1, tokens: [] };
  }
  try {
    const content: unknown = JSON.parse(readFileSync(path, "utf8"));
    return stateSchema.parse(content);
  } catch (error) {
    throw new Error(`The state file ${path} cannot be read; restore it or move it away.`, {
      cause: error,
    });
  }
}

function summaryOf({ id, name, last4, createdAt }: StoredToken): TokenSummary {
  return { id, name, prefix: `sk_hub_…${last4}`, createdAt };
}
