import type { AuditKind } from "../../shared/auditKinds.ts";
import type { AuditEvent, AuditRecord, Time } from "./records.ts";

export interface AuditFilter {
  readonly kinds?: readonly AuditKind[];
  readonly from?: Time;
  readonly to?: Time;
  readonly tokenId?: string;
  readonly userId?: string;
  readonly runId?: string;
  readonly app?: string;
  readonly model?: string;
  /** Part of any text in the event; case is ignored. */
  readonly text?: string;
}

export interface ChainState {
  readonly isIntact: boolean;
  /** Number of the newest event, or of the first that is wrong. */
  readonly seq: number;
  readonly hash: string;
  readonly events: number;
  /** Why it is not intact. */
  readonly problem?: string;
}

/** The end of a run of its owner: the user or, if there is none, the token. */
export type RunEndEvent = AuditEvent & {
  readonly kind: "run.end";
  readonly runId: string;
  readonly tokenId: string;
};

/** Append-only and chained by hashes. */
export interface AuditLog {
  readonly append: (event: AuditEvent) => Promise<AuditRecord>;
  /** Unless the newest event of this run of this owner is its end, whichever processes append it at once. */
  readonly appendRunEnd: (event: RunEndEvent) => Promise<void>;
  /** Newest first; `before` is exclusive. */
  readonly list: (
    filter: AuditFilter,
    page: { readonly limit: number; readonly before?: number },
  ) => Promise<readonly AuditRecord[]>;
  /** Oldest first, in pieces: for export and verification. */
  readonly read: (filter: AuditFilter) => AsyncIterable<AuditRecord>;
  readonly head: () => Promise<{ readonly seq: number; readonly hash: string }>;
  /**
   * Recomputes the whole chain, and compares usage, budgets, records and schema with it or with what
   * the hub makes; `expectedHead` is a head that was stored elsewhere and must be in
   * it.
   */
  readonly verify: (expectedHead?: {
    readonly seq: number;
    readonly hash: string;
  }) => Promise<ChainState>;
  /**
   * Writes the state of every record to the chain, unless it names states already: called once the
   * records of a new or of an older hub are there, so that `verify` has something to compare.
   */
  readonly stateRecords: () => Promise<void>;
  /**
   * Removes events before `time`, leaving a `chain.checkpoint` from which the rest still verifies.
   */
  readonly prune: (time: Time) => Promise<number>;
}
