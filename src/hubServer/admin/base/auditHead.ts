import { readFileSync } from "node:fs";

import * as z from "zod/mini";

import type { Clock } from "../../../shared/base/clock.ts";
import { isCode } from "../../../shared/base/errorCode.ts";
import { writeFileAtomically } from "../../config/atomicFile.ts";
import type { AuditLog } from "../../store/auditLog.ts";

const headSchema = z.object({
  seq: z.int().check(z.nonnegative()),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/u)),
});

export type Head = Readonly<z.infer<typeof headSchema>>;

const intervalMs = 60_000;

/** Throws if the file has no valid head. */
export function readHeadFile(path: string): Head | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) {
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
  /** The file's path, outside the database, whose users could change the head. */
  readonly path: string;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/**
 * Stores the newest hash outside the database, so that a deleted end of the chain is found. A stored hash that the
 * chain lacks is never overwritten.
 */
export class AuditHead {
  readonly #deps: AuditHeadDeps;
  #cancelTimer: (() => void) | undefined;

  constructor(deps: AuditHeadDeps) {
    this.#deps = deps;
  }

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

  async close(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    await this.update();
  }

  /** Returns the stored head if the chain lacks it. */
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

/** True if the chain has the head, or if the retention removed its event. */
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
