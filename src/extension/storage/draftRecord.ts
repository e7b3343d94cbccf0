import * as z from "zod/mini";

import { type Draft, emptyDraft } from "../../chat/conversationStore.ts";
import { parseJson } from "../../shared/base/json.ts";
import { attachmentSchema } from "./conversationRecords.ts";

const draftSchema = z.object({
  text: z.string(),
  version: z.optional(z.int()),
  attachments: z.array(attachmentSchema),
  model: z.optional(z.string()),
  queue: z.optional(
    z
      .array(
        z.object({
          id: z.string(),
          text: z.string(),
          attachments: z.array(attachmentSchema),
          model: z.string(),
        }),
      )
      .check(z.maxLength(100)),
  ),
  edits: z.optional(
    z.array(z.object({ messageId: z.string(), text: z.string() })).check(z.maxLength(100)),
  ),
});

export function readDraft(text: string): Draft {
  const { data } = draftSchema.safeParse(parseJson(text));
  if (!data) {
    return emptyDraft;
  }
  const { queue = [], edits = [], version = 0, ...draft } = data;
  return {
    ...draft,
    version,
    ...(queue.length > 0 && { queue }),
    ...(edits.length > 0 && { edits }),
  };
}
