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
  /** Case-insensitive substring of any text in the event. */
  readonly text?: string;
}

/** A run or a client's session, of a token's user or of a token without a user. */
export interface AskedConversation extends Pick<AuditEvent, "userId" | "runId" | "sessionId"> {
  readonly tokenId: string;
}

export interface ChainState {
  readonly isIntact: boolean;
  readonly seq: number;
  readonly hash: string;
  readonly events: number;
  readonly problem?: string;
}

export type RunEndEvent = AuditEvent & {
  readonly kind: "run.end";
  readonly runId: string;
  readonly tokenId: string;
};

export interface AuditLog {
  readonly append: (event: AuditEvent) => Promise<AuditRecord>;
  /** Appends a run's end; no effect if it is already the run's newest event. */
  readonly appendRunEnd: (event: RunEndEvent) => Promise<void>;
  /** Newest first; `before` is exclusive. */
  readonly list: (
    filter: AuditFilter,
    page: { readonly limit: number; readonly before?: number },
  ) => Promise<readonly AuditRecord[]>;
  /** True if an earlier request of the conversation went to a model in house because of its data. */
  readonly wasRouted: (conversation: AskedConversation) => Promise<boolean>;
  readonly read: (filter: AuditFilter) => AsyncIterable<AuditRecord>;
  readonly head: () => Promise<{ readonly seq: number; readonly hash: string }>;
  /** Recomputes the chain and compares all tables with it. `expectedHead`, stored elsewhere, must be in the chain. */
  readonly verify: (expectedHead?: {
    readonly seq: number;
    readonly hash: string;
  }) => Promise<ChainState>;
  /** Writes the state of every record to the chain, unless the chain has states already. */
  readonly stateRecords: () => Promise<void>;
  /** Removes events before `time`; a `chain.checkpoint` lets the rest verify. */
  readonly prune: (time: Time) => Promise<number>;
}
