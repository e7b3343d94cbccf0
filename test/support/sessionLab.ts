import { ChatSession } from "../../src/chat/chatSession.ts";
import type { ChatSessionDeps } from "../../src/chat/chatSessionDeps.ts";
import { ConversationDraft } from "../../src/chat/conversationDraft.ts";
import { MessageQueue } from "../../src/chat/messageQueue.ts";
import type { StreamChat } from "../../src/chat/turn.ts";
import type { Attachment } from "../../src/context/attachment.ts";
import type { ChatRequest, StreamEvent, StreamOptions } from "../../src/hub/wire/chatTypes.ts";
import type { AssistantMessage } from "../../src/shared/conversation/conversation.ts";
import { messageText, visiblePath } from "../../src/shared/conversation/transcript.ts";
import { FakeClock } from "./fakeClock.ts";
import { MemoryStore } from "./memoryStore.ts";

type Step = StreamEvent | Error | "end";

/** One request to the hub that a test answers step by step. */
class HubCall {
  readonly request: ChatRequest;
  readonly options: StreamOptions;
  readonly #steps: Step[] = [];
  #wake: (() => void) | undefined;

  constructor(request: ChatRequest, options: StreamOptions) {
    this.request = request;
    this.options = options;
  }

  async say(...steps: Step[]): Promise<void> {
    this.#steps.push(...steps);
    this.#wake?.();
    await settle();
  }

  /** Sends a whole answer with one text. */
  async answer(text: string): Promise<void> {
    await this.say({ kind: "textDelta", text }, { kind: "finished", reason: "stop" }, "end");
  }

  async *stream(): AsyncGenerator<StreamEvent> {
    for (;;) {
      const next = this.#steps.shift();
      if (next === "end") {
        return;
      }
      if (next instanceof Error) {
        throw next;
      }
      if (next) {
        yield next;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}

/** Lets promises that are already settled continue. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** A session with a disk in memory and a hub whose answers a test chooses. */
export class SessionLab {
  readonly clock = new FakeClock();
  readonly store = new MemoryStore();
  readonly calls: HubCall[] = [];
  readonly failures: unknown[] = [];
  #lastId = 0;

  readonly newId = (): string => `m${(this.#lastId += 1)}`;

  readonly streamChat: StreamChat = (request, options) => {
    const call = new HubCall(request, options);
    this.calls.push(call);
    return call.stream();
  };

  async open(
    given: Partial<ChatSessionDeps> = {},
  ): Promise<{ session: ChatSession; draft: ConversationDraft; queue: MessageQueue }> {
    const stored = await this.store.load("c1");
    const { store, clock, newId, streamChat } = this;
    const onStorageFailure = (error: unknown) => this.failures.push(error);
    const deps = { store, clock, newId, onStorageFailure, streamChat, ...given };
    const session = new ChatSession("c1", stored, deps);
    const draft = new ConversationDraft("c1", stored.draft, { store, clock, onStorageFailure });
    return { session, draft, queue: new MessageQueue(session, draft, newId) };
  }

  call(index: number): HubCall {
    const found = this.calls.at(index);
    if (!found) {
      throw new Error(`The hub was asked ${this.calls.length} times`);
    }
    return found;
  }

  /** Models and texts of the questions so far, in order. */
  get asked(): readonly string[] {
    return this.calls.map(({ request }) => {
      const { content } = request.messages.at(-1) ?? { content: "" };
      return `${request.model}: ${typeof content === "string" ? content : JSON.stringify(content)}`;
    });
  }
}

/** The texts of the visible path. */
export function pathOf({ conversation }: ChatSession): readonly string[] {
  return visiblePath(conversation).map(messageText);
}

export function answersOf({ conversation }: ChatSession): readonly AssistantMessage[] {
  return conversation.messages.filter((message) => message.role === "assistant");
}

/** A picture of one pixel, as an attachment. */
export function pictureOf(id: string, name = `${id}.png`): Attachment {
  return {
    info: {
      id,
      kind: "image",
      name,
      path: name,
      languageId: "",
      size: 3,
      mimeType: "image/png",
      width: 1,
      height: 1,
    },
    content: "aWk=",
  };
}
