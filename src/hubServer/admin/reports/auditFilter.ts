import { type AuditKind, auditKinds } from "../../../shared/hubApi/auditKinds.ts";
import { readTime } from "../../http/readTime.ts";
import type { AuditFilter } from "../../store/auditLog.ts";
import { given } from "../base/given.ts";
import { listParameter, textParameter } from "../base/queryParameters.ts";

export const auditQuery: Readonly<Record<string, string>> = {
  kind: "Kinds of events, separated by commas",
  from: "Not before this time (RFC 3339)",
  to: "Not after this time (RFC 3339)",
  token_id: "Of this token",
  user_id: "Of this user",
  run_id: "Of the run of an agent with this id",
  app: "Of this application",
  model: "Of this model",
  text: "With this in any of its texts",
};

export function readAuditFilter(
  query: URLSearchParams,
  kinds: readonly AuditKind[] | undefined,
): AuditFilter {
  const from = textParameter(query, "from");
  const to = textParameter(query, "to");
  const wanted = listParameter(query, "kind", kinds ?? auditKinds) ?? kinds;
  return given({
    kinds: wanted,
    from: from === undefined ? undefined : readTime(from, "from"),
    to: to === undefined ? undefined : readTime(to, "to"),
    tokenId: textParameter(query, "token_id"),
    userId: textParameter(query, "user_id"),
    runId: textParameter(query, "run_id"),
    app: textParameter(query, "app"),
    model: textParameter(query, "model"),
    text: textParameter(query, "text"),
  });
}
