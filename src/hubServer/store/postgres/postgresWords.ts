import type { ConversationWords } from "../sql/sql.ts";

const sessionInBody = String.raw`"sessionId":"(([^"\\]|\\.)*)"`;

const conversation: ConversationWords = {
  text: `coalesce(run_id, substring(body from '${sessionInBody}') COLLATE "C")`,
  // The text is compared as JSON has it, because `\u0000` in an event cannot become a text here.
  sessionValue: (id) => JSON.stringify(id).slice(1, -1),
};

export const postgresWords = { position: "strpos", conversation } as const;
