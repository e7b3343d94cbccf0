import { maskText } from "../../dlp/mask/maskText.ts";
import { scanOutbound } from "../../dlp/scanOutbound.ts";
import type {
  AssistantMessage,
  Conversation,
  Message,
} from "../../shared/conversation/conversation.ts";
import { redact } from "../../shared/text/redact.ts";

/** Counts the masked values of an exported file, which cannot restore them. */
export interface MaskTally {
  masked: number;
  values: number;
  /** Keeps values; hub tokens are masked anyway. */
  readonly keepsValues: boolean;
}

export function newTally(keepsValues = false): MaskTally {
  return { masked: 0, values: 0, keepsValues };
}

/** Masks hub tokens and recognised personal data. */
export function shareableText(text: string, tally: MaskTally): string {
  const redacted = redact(text, []);
  const findings = scanOutbound(redacted);
  const hidden = tally.keepsValues ? [] : findings;
  tally.values += findings.length;
  tally.masked += hidden.length + (redacted === text ? 0 : 1);
  return maskText(redacted, hidden);
}

/** Leaves out details of failed requests. */
export function shareable(conversation: Conversation, tally: MaskTally = newTally()): Conversation {
  const { title } = conversation;
  return {
    ...conversation,
    title: title === undefined ? undefined : shareableText(title, tally),
    messages: conversation.messages.map((message) => shareableMessage(message, tally)),
  };
}

function shareableMessage(message: Message, tally: MaskTally): Message {
  if (message.role === "assistant") {
    const { failure, left: _left, ...rest } = message;
    return {
      ...rest,
      parts: message.parts.map((part) => shareablePart(part, tally)),
      notices: message.notices.map(({ kind }) => ({ kind })),
      ...(failure && { failure: { kind: failure.kind } }),
    };
  }
  return {
    ...message,
    text: shareableText(message.text, tally),
    attachments: message.attachments.map(({ uri: _uri, ...info }) => ({
      ...info,
      name: shareableText(info.name, tally),
      path: shareableText(info.path, tally),
    })),
  };
}

function shareablePart(
  part: AssistantMessage["parts"][number],
  tally: MaskTally,
): AssistantMessage["parts"][number] {
  if (part.kind !== "toolCall") {
    return { ...part, text: shareableText(part.text, tally) };
  }
  const { result } = part;
  return {
    ...part,
    arguments: shareableText(part.arguments, tally),
    ...(result !== undefined && { result: shareableText(result, tally) }),
  };
}
