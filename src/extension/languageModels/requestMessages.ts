import type { ChatContentPart, ChatRequestMessage, ToolCall } from "../../hub/wire/chatTypes.ts";
import { isRecord } from "../../shared/base/json.ts";

export interface EditorMessage {
  /** 1 is the user, 2 the assistant; newer editors have 3 for the system. */
  readonly role: number;
  readonly content: readonly unknown[];
}

const assistantRole = 2;
const systemRole = 3;

export function requestMessages(messages: readonly EditorMessage[]): readonly ChatRequestMessage[] {
  return messages.flatMap(({ role, content }) => {
    if (role === assistantRole) {
      return assistantMessage(content);
    }
    return role === systemRole
      ? [{ role: "system" as const, content: contentText(content) }]
      : userMessages(content);
  });
}

function assistantMessage(content: readonly unknown[]): readonly ChatRequestMessage[] {
  const toolCalls = content.flatMap(toolCallOf);
  const text = contentText(content);
  return text === "" && toolCalls.length === 0
    ? []
    : [{ role: "assistant", content: text, ...(toolCalls.length > 0 && { toolCalls }) }];
}

/** A message as the hub expects it: tool results are separate messages before the person's text. */
function userMessages(content: readonly unknown[]): readonly ChatRequestMessage[] {
  const results = content.flatMap(toolResultOf);
  const images = content.flatMap(imageOf);
  const text = contentText(content);
  const parts: readonly ChatContentPart[] =
    text === "" ? images : [{ type: "text", text }, ...images];
  const own: readonly ChatRequestMessage[] =
    parts.length === 0 ? [] : [{ role: "user", content: images.length === 0 ? text : parts }];
  return [...results, ...own];
}

export function contentText(content: readonly unknown[]): string {
  return content
    .flatMap((part) => (isRecord(part) && typeof part["value"] === "string" ? part["value"] : []))
    .join("");
}

function toolCallOf(part: unknown): readonly ToolCall[] {
  if (!isRecord(part) || typeof part["callId"] !== "string" || typeof part["name"] !== "string") {
    return [];
  }
  const { callId: id, name, input } = part;
  return [{ id, name, arguments: isRecord(input) ? input : {} }];
}

function toolResultOf(part: unknown): readonly ChatRequestMessage[] {
  if (!isRecord(part) || typeof part["callId"] !== "string" || !Array.isArray(part["content"])) {
    return [];
  }
  const isError = part["isError"] === true;
  return [
    {
      role: "tool",
      callId: part["callId"],
      content: contentText(part["content"]),
      ...(isError && { isError }),
    },
  ];
}

function imageOf(part: unknown): readonly ChatContentPart[] {
  if (!isRecord(part) || typeof part["mimeType"] !== "string") {
    return [];
  }
  const { mimeType, data } = part;
  return mimeType.startsWith("image/") && data instanceof Uint8Array
    ? [{ type: "image", mimeType, base64: base64Of(data) }]
    : [];
}

function base64Of(data: Uint8Array): string {
  const chunk = 0x80_00;
  let binary = "";
  for (let at = 0; at < data.length; at += chunk) {
    binary += String.fromCodePoint(...data.subarray(at, at + chunk));
  }
  return btoa(binary);
}
