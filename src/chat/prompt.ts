import type { Attachment } from "../context/attachment.ts";
import { promptText } from "../context/promptText.ts";
import type { ChatRequestMessage } from "../hub/chatTypes.ts";
import type { Message } from "../shared/conversation.ts";
import { answerMessages } from "./tools/toolMessages.ts";

/** Short on purpose: every request carries it, and organisations put their own rules in the hub. */
const instructions =
  "You are a programming assistant inside a code editor. Answer in the language of the question, in " +
  "Markdown. Put code in fenced blocks with the language; when a block is meant for a known file, write " +
  "the path after the language, as in ```ts path=src/app.ts.";

const continueInstruction =
  "Your last answer was cut off. Go on exactly where it stopped: repeat nothing and add no introduction.";

/** The messages of one request: instructions, then the path with its attachments. Answers without text are left out. */
export function requestMessages(
  path: readonly Message[],
  attachments: ReadonlyMap<string, Attachment>,
): ChatRequestMessage[] {
  return [
    { role: "system", content: instructions },
    ...path.flatMap((message) => messagesOf(message, attachments)),
  ];
}

/** As `requestMessages`, for a path that ends with the answer to be continued. */
export function continuationMessages(
  path: readonly Message[],
  attachments: ReadonlyMap<string, Attachment>,
): ChatRequestMessage[] {
  return [...requestMessages(path, attachments), { role: "user", content: continueInstruction }];
}

function messagesOf(
  message: Message,
  attachments: ReadonlyMap<string, Attachment>,
): readonly ChatRequestMessage[] {
  if (message.role === "assistant") {
    return answerMessages(message);
  }
  const content = promptText(
    message.text,
    message.attachments.flatMap(({ id }) => attachments.get(id) ?? []),
  );
  return content === "" ? [] : [{ role: "user", content }];
}
