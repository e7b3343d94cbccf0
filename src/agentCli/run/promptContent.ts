import type { AgentRunOptions } from "../../agent/run/agentRun.ts";
import type { ChatContentPart } from "../../hub/wire/chatTypes.ts";
import { imageTypes } from "../../shared/conversation/image.ts";
import { fenceAround } from "../../shared/text/fences.ts";

/** With all attachments, in UTF-16 units. */
export const maxPrompt = 400_000;

export const maxImages = 10;

type Image = Extract<ChatContentPart, { readonly type: "image" }>;

export interface PromptContent {
  readonly text: string;
  readonly images: readonly Image[];
}

export function isImageType(type: string): boolean {
  return imageTypes.some((known) => known === type);
}

export function messageOf({ text, images }: PromptContent): string | readonly ChatContentPart[] {
  const written = text === "" ? [] : [{ type: "text" as const, text }];
  return images.length === 0 ? text : [...written, ...images];
}

/** The message's text, without its images. */
export function messageText(message: string | readonly ChatContentPart[]): string {
  const parts = typeof message === "string" ? [message] : message.map(partText);
  return parts.join("\n").replace(/^Task: /u, "");
}

function partText(part: ChatContentPart): string {
  return part.type === "text" ? part.text : "[image]";
}

/** The first message of a run. */
export function promptOf(content: PromptContent): Pick<AgentRunOptions, "task" | "conversation"> {
  const message = messageOf(content);
  return {
    task: content.text,
    ...(typeof message !== "string" && { conversation: [{ role: "user", content: message }] }),
  };
}

export function isEmpty({ text, images }: PromptContent): boolean {
  return text === "" && images.length === 0;
}

export function attachmentText(name: string, text: string): string {
  const fence = fenceAround(text);
  return `The person attached ${name}:\n${fence}\n${text}\n${fence}`;
}
