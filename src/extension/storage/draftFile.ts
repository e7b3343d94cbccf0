import { rm } from "node:fs/promises";

import { type Draft, emptyDraft } from "../../chat/conversationStore.ts";
import { writeFileAtomically } from "./atomicFile.ts";
import { readIfThere } from "./conversationFolder.ts";
import { readDraft } from "./draftRecord.ts";

export async function readDraftFile(path: string): Promise<Draft> {
  const content = await readIfThere(path);
  return content === undefined ? emptyDraft : readDraft(content.toString("utf8"));
}

export async function writeDraft(path: string, draft: Draft): Promise<void> {
  const { text, version, attachments, queue, edits } = draft;
  if (text === "" && version === 0 && attachments.length === 0 && !queue && !edits) {
    await rm(path, { force: true });
  } else {
    await writeFileAtomically(path, JSON.stringify(draft));
  }
}
