import * as z from "zod/mini";

import type { Attachment } from "../../context/attachment.ts";
import { parseJson } from "../../shared/base/json.ts";
import type {
  AssistantMessage,
  AttachmentInfo,
  ChatEvent,
  Message,
} from "../../shared/conversation/conversation.ts";
import {
  type ExportedConversation,
  exportFormat,
  exportSchema,
  exportVersion,
} from "./exportJson.ts";

export const maxImportBytes = 100_000_000;

export type ImportProblem = "notOurs" | "newer" | "damaged";

export type Imported =
  | { readonly ok: false; readonly problem: ImportProblem }
  | {
      readonly ok: true;
      readonly events: readonly ChatEvent[];
      readonly attachments: readonly Attachment[];
      readonly masked: number;
    };

const headSchema = z.object({ format: z.literal(exportFormat), version: z.number() });

/** Every id is new; document addresses are dropped because the file may be hostile; no tool call waits for approval. */
export function importJson(text: string, newId: () => string): Imported {
  const value = parseJson(text.replace(/^\uFEFF/u, ""));
  const head = headSchema.safeParse(value);
  if (!head.success) {
    return { ok: false, problem: "notOurs" };
  }
  if (head.data.version > exportVersion) {
    return { ok: false, problem: "newer" };
  }
  const exported = exportSchema.safeParse(value);
  return exported.success
    ? { ok: true, masked: exported.data.masked ?? 0, ...contentOf(exported.data, newId) }
    : { ok: false, problem: "damaged" };
}

function contentOf(
  { title, messages, leafId, attachments }: ExportedConversation,
  newId: () => string,
): { readonly events: readonly ChatEvent[]; readonly attachments: readonly Attachment[] } {
  const attachmentIds = new Map<string, string>();
  const messageIds = new Map<string, string>();
  const comparisonIds = new Map<string, string>();
  const rename = ({ uri: _uri, ...info }: AttachmentInfo): AttachmentInfo => ({
    ...info,
    id: idIn(attachmentIds, info.id, newId),
  });
  const events: ChatEvent[] = [{ kind: "titled", title }];
  for (const message of messages) {
    if (!messageIds.has(message.id)) {
      // A parent must come before its child: no cycle is possible.
      const parentId = messageIds.get(message.parentId ?? "") ?? null;
      const id = idIn(messageIds, message.id, newId);
      events.push(
        message.role === "user"
          ? {
              kind: "userMessageAdded",
              message: { ...message, id, parentId, attachments: message.attachments.map(rename) },
            }
          : {
              kind: "answerStarted",
              message: ended(
                message.comparisonId === undefined
                  ? { ...message, id, parentId }
                  : {
                      ...message,
                      id,
                      parentId,
                      comparisonId: idIn(comparisonIds, message.comparisonId, newId),
                    },
              ),
            },
      );
    }
  }
  const leaf = messageIds.get(leafId ?? "");
  if (leaf !== undefined) {
    events.push({ kind: "branchSelected", leafId: leaf });
  }
  return {
    events,
    attachments: attachments.map(({ info, content }) => ({ info: rename(info), content })),
  };
}

function idIn(ids: Map<string, string>, id: string, newId: () => string): string {
  const renamed = ids.get(id) ?? newId();
  ids.set(id, renamed);
  return renamed;
}

function ended({
  // The file cannot prove how values left this machine.
  left: _left,
  ...message
}: AssistantMessage): Extract<Message, { role: "assistant" }> {
  return {
    ...message,
    state: message.state === "streaming" ? "incomplete" : message.state,
    parts: message.parts.map((part) => {
      if (part.kind !== "toolCall" || (part.state !== "waiting" && part.state !== "running")) {
        return part;
      }
      return { ...part, state: part.state === "waiting" ? "refused" : "unknown" };
    }),
  };
}
