import type { AssistantMessage, Message } from "../../shared/conversation/conversation.ts";
import type { Failure } from "../../shared/failures/failure.ts";

/**
 * True for a notice about sensitive data. A hub inspects the whole conversation per answer, so each later answer
 * repeats its findings.
 */
function isAlert({ kind }: Failure): boolean {
  return kind === "dlp_alert" || kind === "dlp_masked" || kind === "dlp_routed";
}

export function newNotices(
  { notices }: AssistantMessage,
  before: Iterable<Message>,
): readonly Failure[] {
  if (!notices.some(isAlert)) {
    return notices;
  }
  const known = new Set<string>();
  for (const message of before) {
    if (message.role === "assistant") {
      addFindings(message.notices, known);
    }
  }
  return notices.filter(
    (notice) => !isAlert(notice) || findingsOf(notice).some((one) => !known.has(one)),
  );
}

export function repeatedAlerts(
  { notices }: AssistantMessage,
  shown: readonly Failure[],
): readonly Failure[] {
  return notices.filter((notice) => isAlert(notice) && !shown.includes(notice));
}

function addFindings(notices: readonly Failure[], known: Set<string>): void {
  for (const finding of notices.filter(isAlert).flatMap(findingsOf)) {
    known.add(finding);
  }
}

/** Names of the findings, never their values. A notice without a list has one name. */
function findingsOf({ kind, dlpFindings = [] }: Failure): readonly string[] {
  return dlpFindings.length === 0
    ? [kind]
    : dlpFindings.map(({ type, count, doubt }) => `${kind} ${type} ${count} ${doubt ?? ""}`);
}
