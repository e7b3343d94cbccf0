import type { AssistantMessage, Message } from "../../shared/conversation.ts";
import type { Failure } from "../../shared/failure.ts";

/** A hub inspects the whole conversation for each answer, and so reports a finding with every later one. */
function isAlert({ kind }: Failure): boolean {
  return kind === "dlp_alert" || kind === "dlp_masked";
}

/**
 * The notices of an answer to show in full: those about sensitive data only if the messages before
 * had not reported it.
 */
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

/** The alerts of an answer that an earlier one reported already. */
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

/** Names of the findings, never their values; one name for a notice that does not list them. */
function findingsOf({ kind, dlpFindings = [] }: Failure): readonly string[] {
  return dlpFindings.length === 0
    ? [kind]
    : dlpFindings.map(({ type, count, doubt }) => `${kind} ${type} ${count} ${doubt ?? ""}`);
}
