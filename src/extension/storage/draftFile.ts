import * as z from "zod/mini";

import { type Draft, emptyDraft } from "../../chat/conversationStore.ts";
import { parseJson } from "../../shared/json.ts";
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
});

/** Parses the text of a draft file; the empty draft if the text is not a draft. */
export function readDraft(text: string): Draft {
  const { data } = draftSchema.safeParse(parseJson(text));
  if (!data) {
    return emptyDraft;
  }
  const { queue = [], version = 0, ...draft } = data;
  return { ...draft, version, ...(queue.length > 0 && { queue }) };
}
