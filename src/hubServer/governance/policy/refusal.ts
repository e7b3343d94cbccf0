import { createHash } from "node:crypto";

import type { AuditKind } from "../../../shared/hubApi/auditKinds.ts";
import type { ApiError } from "../../http/apiError.ts";
import type { AuditEvent, UsageSubject } from "../../store/records.ts";

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly answer: ApiError;
  readonly event: AuditEvent;
  /**
   * Key of equal refusals of one token, written to the audit once a minute; undefined: always
   * written.
   */
  readonly source: string | undefined;

  constructor(answer: ApiError, event: AuditEvent, source?: string) {
    super(answer.message, { cause: answer });
    this.answer = answer;
    this.event = event;
    this.source = source;
  }
}

/**
 * Part of the refusal key, so that the audit has the last refusal of a run although another run was
 * refused just before. Only 16 values: the client chooses the run id, and a new id per request
 * would fill the audit.
 */
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

/**
 * The error for a large body that was not inspected: the queue was full, or inspection took too
 * long.
 */
export function uninspected(answer: ApiError, subject: UsageSubject, time: number): Error {
  const kinds: Readonly<Record<number, AuditKind>> = { 413: "dlp.block", 429: "rate.limit" };
  const { status } = answer;
  const kind = kinds[status];
  const facts = { time, status, detail: { rule: "large" } };
  return kind ? new Refusal(answer, refusalEvent(kind, subject, facts), "large") : answer;
}
