import { Conversations } from "../../../src/chat/conversations.ts";
import { ChatView } from "../../../src/extension/view/chatView.ts";
import type { PageServices } from "../../../src/extension/view/pageHandlers.ts";
import type { ChatRequest, StreamEvent } from "../../../src/hub/wire/chatTypes.ts";
import type { Connection } from "../../../src/shared/calls/protocol.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { MemoryStore } from "../../support/memoryStore.ts";
import { createServices, ready } from "./pageServices.ts";
import { TestPage } from "./testPage.ts";

type Said = StreamEvent | "end" | Error;

/** A view of conversations in memory, whose answers say what a test says, and pages that show it. */
export class PageLab {
  readonly clock = new FakeClock();
  readonly store = new MemoryStore();
  connection: Connection = ready;
  /** The contents of the messages of each request. */
  readonly asked: unknown[][] = [];
  readonly failures: unknown[] = [];
  readonly services: PageServices = createServices(() => this.connection);
  readonly conversations: Conversations;
  readonly view: ChatView;
  #said: Said[] = [];
  #wake: (() => void) | undefined;

  constructor() {
    let lastId = 0;
    this.conversations = new Conversations({
      store: this.store,
      clock: this.clock,
      newId: () => `id${(lastId += 1)}`,
      onStorageFailure: (error) => this.failures.push(error),
      streamChat: (request) => this.#answer(request),
    });
    let remembered: string | undefined;
    this.view = new ChatView(this.conversations, {
      get: () => remembered,
      set: (id) => {
        remembered = id;
      },
    });
  }

  page(services = this.services): TestPage {
    return new TestPage(this.view, services, this.clock);
  }

  /** Puts an event into the answer that runs. */
  say(event: Said): void {
    this.#said.push(event);
    this.#wake?.();
  }

  async *#answer({ messages }: ChatRequest): AsyncGenerator<StreamEvent> {
    this.asked.push(messages.map(({ content }) => content));
    this.#said = [];
    for (;;) {
      const event = this.#said.shift();
      if (event === "end") {
        return;
      }
      if (event instanceof Error) {
        throw event;
      }
      if (event) {
        yield event;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}
