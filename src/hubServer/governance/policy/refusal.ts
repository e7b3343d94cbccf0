import { createHash } from "node:crypto";

import type { AuditKind } from "../../../shared/hubApi/auditKinds.ts";
import type { ApiError } from "../../http/apiError.ts";
import type { AuditEvent, UsageSubject } from "../../store/records.ts";

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly answer: ApiError;
  readonly event: AuditEvent;
  /** The key of equal refusals, which are written once a minute; undefined: every refusal is written. */
  readonly source: string | undefined;

  constructor(answer: ApiError, event: AuditEvent, source?: string) {
    super(answer.message, { cause: answer });
    this.answer = answer;
    this.event = event;
    this.source = source;
  }
}

/** Separates runs in refusal keys. Only 16 values: a client that invents ids must not fill the audit. */
export function runShare({ runId }: Pick<UsageSubject, "runId">): string {
  const digest = runId === undefined ? "" : createHash("sha256").update(runId).digest("hex");
  return digest.slice(0, 1);
}

export function refusalEvent(
  kind: AuditKind,
  subject: UsageSubject,
  facts: Pick<AuditEvent, "time" | "status" | "findings" | "detail">,
): AuditEvent {
  return { ...subject, ...facts, kind };
}

export function uninspected(answer: ApiError, subject: UsageSubject, time: number): Error {
  const kinds: Readonly<Record<number, AuditKind>> = { 413: "dlp.block", 429: "rate.limit" };
  const { status } = answer;
  const kind = kinds[status];
  const facts = { time, status, detail: { rule: "large" } };
  return kind ? new Refusal(answer, refusalEvent(kind, subject, facts), "large") : answer;
}
