import { readFileSync } from "node:fs";

import * as z from "zod/mini";

import type { Clock } from "../../shared/clock.ts";
import { writeFileAtomically } from "../config/atomicFile.ts";
import type { AuditLog } from "../store/store.ts";

const headSchema = z.object({
  seq: z.int().check(z.nonnegative()),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/u)),
});

export type Head = Readonly<z.infer<typeof headSchema>>;

const intervalMs = 60_000;

/** The head in a file; undefined if there is no such file. Throws if it is there and is not one. */
export function readHeadFile(path: string): Head | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
  try {
    return headSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`The file ${path} is not the head of an audit: was it changed?`, {
      cause: error,
    });
  }
}

export interface AuditHeadDeps {
  /** A file outside the database, which who may write there cannot change. */
  readonly path: string;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/**
 * Keeps the newest event of the audit outside the database: a chain of which the end was cut off is intact by
 * itself, and only this tells. A head that has left the chain is kept, as the proof that it was there.
 */
export class AuditHead {
  readonly #deps: AuditHeadDeps;
  #cancelTimer: (() => void) | undefined;

  constructor(deps: AuditHeadDeps) {
    this.#deps = deps;
  }

  /** Writes it now and then until `close`. */
  start(): void {
    this.#cancelTimer = this.#deps.clock.startTimer(() => {
      void this.update()
        .catch(this.#deps.onError)
        .finally(() => {
          if (this.#cancelTimer) {
            this.start();
          }
        });
    }, intervalMs);
  }

  /** Writes it a last time; the store must still be open. */
  async close(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    await this.update();
  }

  /** The head that must be in the chain: the newest, unless the one that was kept is missing. */
  async update(): Promise<Head | undefined> {
    const { path, audit } = this.#deps;
    const kept = readHeadFile(path);
    if (kept && !(await isInChain(kept, audit))) {
      return kept;
    }
    const { seq, hash } = await audit.head();
    if (kept?.seq !== seq || kept.hash !== hash) {
      writeFileAtomically(path, JSON.stringify({ seq, hash }));
    }
    return { seq, hash };
  }
}

/** Whether an event is there still, or was removed by the retention, which leaves a checkpoint. */
async function isInChain({ seq, hash }: Head, audit: AuditLog): Promise<boolean> {
  if (seq === 0) {
    return true;
  }
  const [event] = await audit.list({}, { limit: 1, before: seq + 1 });
  if (event) {
    return event.seq === seq && event.hash === hash;
  }
  const [checkpoint] = await audit.list({ kinds: ["chain.checkpoint"] }, { limit: 1 });
  const through = checkpoint?.detail?.["throughSeq"];
  return typeof through === "number" && through >= seq;
}
