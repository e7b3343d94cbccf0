import { createHash } from "node:crypto";

import type { AuditKind } from "../../shared/auditKinds.ts";
import type { ApiError } from "../http/apiError.ts";
import type { AuditEvent, UsageSubject } from "../store/records.ts";

/** The reason why a request is not admitted: for its client, and for the audit. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly answer: ApiError;
  readonly event: AuditEvent;
  /**
   * Key of equal refusals of one token, which the audit gets once a minute; undefined writes each.
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
 * A part of the key of equal refusals that tells runs apart, so that the audit has the refusal at which a run ended
 * although another run was refused just before. One of 16 texts: the client chooses a run's id, and with a new one for
 * each request it would fill the audit.
 */
export function runShare({ runId }: Pick<UsageSubject, "runId">): string {
  const digest = runId === undefined ? "" : createHash("sha256").update(runId).digest("hex");
  return digest.slice(0, 1);
}

/** The audit event of a refused request. */
export function refusalEvent(
  kind: AuditKind,
  subject: UsageSubject,
  facts: Pick<AuditEvent, "time" | "status" | "findings" | "detail">,
): AuditEvent {
  return { ...subject, ...facts, kind };
}

/** A large body that was not inspected: too many wait, or it took too long. */
export function uninspected(answer: ApiError, subject: UsageSubject, time: number): Error {
  const kinds: Readonly<Record<number, AuditKind>> = { 413: "dlp.block", 429: "rate.limit" };
  const { status } = answer;
  const kind = kinds[status];
  const facts = { time, status, detail: { rule: "large" } };
  return kind ? new Refusal(answer, refusalEvent(kind, subject, facts), "large") : answer;
}
