import { maskText } from "../../dlp/maskText.ts";
import { scanOutbound } from "../../dlp/scanOutbound.ts";
import type { AssistantMessage, Conversation, Message } from "../../shared/conversation.ts";
import { redact } from "../../shared/redact.ts";

/** The text as it may leave this machine in a file: without hub tokens and without personal data that is recognised. */
export function shareableText(text: string): string {
  const redacted = redact(text, []);
  return maskText(redacted, scanOutbound(redacted));
}

/** The conversation with every text of it made shareable; no detail of a failed request goes along. */
export function shareable(conversation: Conversation): Conversation {
  const { title } = conversation;
  return {
    ...conversation,
    title: title === undefined ? undefined : shareableText(title),
    messages: conversation.messages.map(shareableMessage),
  };
}

function shareableMessage(message: Message): Message {
  if (message.role === "assistant") {
    const { failure, ...rest } = message;
    return {
      ...rest,
      parts: message.parts.map(shareablePart),
      notices: message.notices.map(({ kind }) => ({ kind })),
      ...(failure && { failure: { kind: failure.kind } }),
    };
  }
  return {
    ...message,
    text: shareableText(message.text),
    attachments: message.attachments.map(({ uri: _uri, ...info }) => ({
      ...info,
      name: shareableText(info.name),
      path: shareableText(info.path),
    })),
  };
}

function shareablePart(part: AssistantMessage["parts"][number]): AssistantMessage["parts"][number] {
  if (part.kind !== "toolCall") {
    return { ...part, text: shareableText(part.text) };
  }
  const { result } = part;
  return {
    ...part,
    arguments: shareableText(part.arguments),
    ...(result !== undefined && { result: shareableText(result) }),
  };
}
