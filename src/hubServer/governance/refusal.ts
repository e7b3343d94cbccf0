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

/** The audit event of a refused request. */
export function refusalEvent(
  kind: AuditKind,
  subject: UsageSubject,
  facts: Pick<AuditEvent, "time" | "status" | "findings" | "detail">,
): AuditEvent {
  return { ...subject, ...facts, kind };
}
