import type { AskedConversation } from "../auditLog.ts";
import type { Sql } from "./sql.ts";

/**
 * The events of routed requests. No text of a client can hold these bytes, because its quotation marks are escaped in
 * `body`.
 */
const isRouted = `kind = 'dlp.alert' AND position(body, '"detail":{"action":"route"') > 0`;

type Words = Pick<Sql, "position" | "conversation">;

export function routedIndex({ position, conversation }: Words): string {
  const where = isRouted.replace("position", position);
  return `CREATE INDEX audit_event_routed ON audit_event (${conversation.text}) WHERE ${where}`;
}

export async function wasRouted(
  sql: Sql,
  { userId, tokenId, runId, sessionId }: AskedConversation,
): Promise<boolean> {
  const { position, conversation } = sql;
  const id = runId ?? (sessionId === undefined ? undefined : conversation.sessionValue(sessionId));
  if (id === undefined) {
    return false;
  }
  const owner = userId === undefined ? "user_id IS NULL AND token_id = ?" : "user_id = ?";
  const rows = await sql.rows(
    `SELECT 1 AS found FROM audit_event
      WHERE ${isRouted.replace("position", position)} AND ${conversation.text} = ? AND ${owner} LIMIT 1`,
    [id, userId ?? tokenId],
  );
  return rows.length > 0;
}
