import type { AuditKind } from "../../../shared/hubApi/auditKinds.ts";
import type { Amount, TokenUsage, UsageOutcome, UsageSubject } from "../../store/records.ts";

export type GovernanceEvent =
  | { readonly kind: "denied"; readonly reason: AuditKind; readonly app: string }
  | {
      readonly kind: "settled";
      readonly subject: UsageSubject;
      readonly usage: TokenUsage;
      readonly cost: Amount;
      readonly outcome: UsageOutcome;
    }
  /** The request was settled twice: another process did it after its lease ended. */
  | { readonly kind: "settledTwice"; readonly requestId: string }
  /** The request was admitted without budgets and rates, by `failOpen`. */
  | { readonly kind: "ungoverned"; readonly subject: UsageSubject }
  | {
      readonly kind: "storeFailed";
      readonly during: "admit" | "settle" | "renew" | "audit";
      readonly error: unknown;
    };

export type OnGovernanceEvent = (event: GovernanceEvent) => void;
