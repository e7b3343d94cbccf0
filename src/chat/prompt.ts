import type { Attachment } from "../context/attachment.ts";
import { promptText } from "../context/promptText.ts";
import type { ChatContentPart, ChatRequestMessage } from "../hub/wire/chatTypes.ts";
import type { Message, UserMessage } from "../shared/conversation/conversation.ts";
import { answerMessages } from "./toolMessages.ts";

/** The text at the beginning of every request; organisations put their own rules in the hub. */
const instructions =
  "You are a programming assistant inside a code editor. Answer in the language of the question, in " +
  "Markdown. Put code in fenced blocks with the language; when a block is meant for a known file, write " +
  "the path after the language, as in ```ts path=src/app.ts.";

const continueInstruction =
  "Your last answer was cut off. Go on exactly where it stopped: repeat nothing and add no introduction.";

/** Leaves out answers without text. Models without image support get image names. */
export function requestMessages(
  path: readonly Message[],
  attachments: ReadonlyMap<string, Attachment>,
  takesImages = true,
): ChatRequestMessage[] {
  return [
    { role: "system", content: instructions },
    ...path.flatMap((message) =>
      message.role === "assistant"
        ? answerMessages(message)
        : userMessages(message, attachments, takesImages),
    ),
  ];
}

export function continuationMessages(
  path: readonly Message[],
  attachments: ReadonlyMap<string, Attachment>,
  takesImages = true,
): ChatRequestMessage[] {
  return [
    ...requestMessages(path, attachments, takesImages),
    { role: "user", content: continueInstruction },
  ];
}

function userMessages(
  message: UserMessage,
  attachments: ReadonlyMap<string, Attachment>,
  takesImages: boolean,
): readonly ChatRequestMessage[] {
  const sent = message.attachments.flatMap(({ id }) => attachments.get(id) ?? []);
  const images = sent.filter(({ info }) => info.kind === "image");
  const names = takesImages ? [] : images.map(({ info }) => `[Image: ${info.name}]`);
  const own = promptText(
    message.text,
    sent.filter(({ info }) => info.kind !== "image"),
  );
  const text = [...names, own].filter((part) => part !== "").join("\n\n");
  const parts: readonly ChatContentPart[] = takesImages ? images.map(imagePart) : [];
  if (parts.length > 0) {
    const words: readonly ChatContentPart[] = text === "" ? [] : [{ type: "text", text }];
    return [{ role: "user", content: [...parts, ...words] }];
  }
  return text === "" ? [] : [{ role: "user", content: text }];
}

function imagePart({ info, content }: Attachment): ChatContentPart {
  return { type: "image", mimeType: info.mimeType ?? "image/png", base64: content };
}
