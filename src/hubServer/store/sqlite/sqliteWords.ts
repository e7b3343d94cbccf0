import type { ConversationWords } from "../sql/sql.ts";

const conversation: ConversationWords = {
  text: "coalesce(run_id, CASE WHEN json_valid(body) THEN json_extract(body, '$.sessionId') END)",
  sessionValue: (id) => id,
};

export const sqliteWords = { position: "instr", conversation } as const;
