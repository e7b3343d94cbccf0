import type {
  Amount,
  AuditKind,
  TokenUsage,
  UsageOutcome,
  UsageSubject,
} from "../store/records.ts";

/** What governance tells whoever measures and logs it. */
export type GovernanceEvent =
  | { readonly kind: "denied"; readonly reason: AuditKind; readonly app: string }
  | {
      readonly kind: "settled";
      readonly subject: UsageSubject;
      readonly usage: TokenUsage;
      readonly cost: Amount;
      readonly outcome: UsageOutcome;
    }
  /** Somebody else had settled it before: its lease had run out. */
  | { readonly kind: "settledTwice"; readonly requestId: string }
  /** Admitted without budgets and rates, because the database does not answer and the hub is told to go on. */
  | { readonly kind: "ungoverned"; readonly subject: UsageSubject }
  | {
      readonly kind: "storeFailed";
      readonly during: "admit" | "settle" | "renew" | "audit";
      readonly error: unknown;
    };

export type OnGovernanceEvent = (event: GovernanceEvent) => void;
