import { rm } from "node:fs/promises";

import * as z from "zod/mini";

import { type Draft, emptyDraft } from "../../chat/conversationStore.ts";
import { parseJson } from "../../shared/json.ts";
import { writeFileAtomically } from "./atomicFile.ts";
import { readIfThere } from "./conversationFolder.ts";
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

/** The draft; empty if there is no file or it is not a draft. */
export async function readDraftFile(path: string): Promise<Draft> {
  const content = await readIfThere(path);
  return content === undefined ? emptyDraft : readDraft(content.toString("utf8"));
}

/** Replaces the draft; an empty one leaves no file. */
export async function writeDraft(path: string, draft: Draft): Promise<void> {
  const { text, version, attachments, queue } = draft;
  if (text === "" && version === 0 && attachments.length === 0 && !queue) {
    await rm(path, { force: true });
  } else {
    await writeFileAtomically(path, JSON.stringify(draft));
  }
}

function readDraft(text: string): Draft {
  const { data } = draftSchema.safeParse(parseJson(text));
  if (!data) {
    return emptyDraft;
  }
  const { queue = [], version = 0, ...draft } = data;
  return { ...draft, version, ...(queue.length > 0 && { queue }) };
}
