import type { Attachment } from "../context/attachment.ts";
import type { ChatRequest, ChatRequestMessage } from "../hub/wire/chatTypes.ts";
import type { Conversation, Message } from "../shared/conversation/conversation.ts";
import { sentPath } from "../shared/conversation/transcript.ts";
import { continuationMessages, requestMessages } from "./prompt.ts";

export class RequestMaker {
  readonly #attachments: Map<string, Attachment>;
  readonly #takesImages: (model: string) => boolean;

  constructor(
    attachments: ReadonlyMap<string, Attachment>,
    takesImages: ((model: string) => boolean) | undefined,
  ) {
    this.#attachments = new Map(attachments);
    this.#takesImages = takesImages ?? (() => true);
  }

  attachment(id: string): Attachment | undefined {
    return this.#attachments.get(id);
  }

  keep(attachments: readonly Attachment[]): void {
    for (const attachment of attachments) {
      this.#attachments.set(attachment.info.id, attachment);
    }
  }

  answerTo(conversation: Conversation, questionId: string, model: string): ChatRequest {
    const path = sentPath({ ...conversation, leafId: questionId });
    const messages = requestMessages(path, this.#attachments, this.#takesImages(model));
    return { model, messages };
  }

  continuation(conversation: Conversation, model: string): ChatRequest {
    const path = sentPath(conversation);
    const messages = continuationMessages(path, this.#attachments, this.#takesImages(model));
    return { model, messages };
  }

  messagesFor(
    conversation: Conversation,
    text: string,
    attachments: readonly Attachment[],
    model: string | undefined,
  ): ChatRequestMessage[] {
    const added = attachments.map((attachment) => [attachment.info.id, attachment] as const);
    const question: Message = {
      role: "user",
      id: "draft",
      parentId: conversation.leafId,
      createdAt: 0,
      text,
      attachments: attachments.map(({ info }) => info),
    };
    return requestMessages(
      [...sentPath(conversation), question],
      new Map([...this.#attachments, ...added]),
      model === undefined || this.#takesImages(model),
    );
  }
}
