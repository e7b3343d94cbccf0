import type { AuditKind } from "../../shared/hubApi/auditKinds.ts";
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
  /** Substring of any text in the event; case is ignored. */
  readonly text?: string;
}

export interface ChainState {
  readonly isIntact: boolean;
  /** Number of the newest event, or of the first wrong event. */
  readonly seq: number;
  readonly hash: string;
  readonly events: number;
  readonly problem?: string;
}

/** The end of a run. Its owner is the user or, without a user, the token. */
export type RunEndEvent = AuditEvent & {
  readonly kind: "run.end";
  readonly runId: string;
  readonly tokenId: string;
};

/** Append-only and chained by hashes. */
export interface AuditLog {
  readonly append: (event: AuditEvent) => Promise<AuditRecord>;
  /**
   * Appends unless the newest event of this owner's run is already its end, even with concurrent
   * processes.
   */
  readonly appendRunEnd: (event: RunEndEvent) => Promise<void>;
  /** Newest first; `before` is exclusive. */
  readonly list: (
    filter: AuditFilter,
    page: { readonly limit: number; readonly before?: number },
  ) => Promise<readonly AuditRecord[]>;
  /** Oldest first, for export and verification. */
  readonly read: (filter: AuditFilter) => AsyncIterable<AuditRecord>;
  readonly head: () => Promise<{ readonly seq: number; readonly hash: string }>;
  /**
   * Recomputes the chain and compares usage, budgets and records with it, and the schema with the
   * hub's own. `expectedHead`, a head stored elsewhere, must be in the chain.
   */
  readonly verify: (expectedHead?: {
    readonly seq: number;
    readonly hash: string;
  }) => Promise<ChainState>;
  /**
   * Writes the state of every record to the chain, unless the chain already has states. Called once
   * after the records of a new or older hub exist, so that `verify` can compare them.
   */
  readonly stateRecords: () => Promise<void>;
  /** Removes events before `time`; a `chain.checkpoint` lets the rest verify. */
  readonly prune: (time: Time) => Promise<number>;
}
