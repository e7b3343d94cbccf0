import { expect } from "vitest";

import { ChatPage } from "../../../src/extension/view/chatPage.ts";
import type { ChatView } from "../../../src/extension/view/chatView.ts";
import type { PageServices } from "../../../src/extension/view/pageHandlers.ts";
import { type Channel, type Client, RpcClient, RpcServer } from "../../../src/shared/base/rpc.ts";
import { hostContract, type Snapshot, viewContract } from "../../../src/shared/calls/protocol.ts";
import type { ChatEvent, Conversation } from "../../../src/shared/conversation/conversation.ts";
import { reduce, messageText, visiblePath } from "../../../src/shared/conversation/transcript.ts";
import { channelPair } from "../../support/channelPair.ts";
import type { FakeClock } from "../../support/fakeClock.ts";
import { ignoredShows } from "../../support/noFeatures.ts";

/** The other end: a page that holds only what it was shown. */
export class TestPage {
  readonly calls: Client<typeof hostContract>;
  readonly states: string[] = [];
  readonly page: ChatPage;
  readonly #channel: Channel;
  #server: RpcServer<typeof viewContract>;
  reloads = 0;
  #snapshot: Snapshot | undefined;
  #events: ChatEvent[] = [];
  #seq = 0;

  constructor(view: ChatView, services: PageServices, clock: FakeClock) {
    const { host, page } = channelPair();
    this.page = new ChatPage({ channel: host, view, services, clock });
    this.calls = new RpcClient(page, hostContract).calls;
    this.#channel = page;
    this.#server = this.#listen();
  }

  /** The editor throws the page away while the host does not know it yet. */
  vanish(): void {
    this.#server.dispose();
  }

  comeBack(): void {
    this.#server = this.#listen();
  }

  #listen(): RpcServer<typeof viewContract> {
    return new RpcServer(this.#channel, viewContract, {
      ...ignoredShows,
      showState: ({ turn }) => {
        this.states.push(turn.state);
      },
      showEvents: ({ seq, events }) => {
        expect(seq - events.length).toBe(this.#seq);
        this.#seq = seq;
        this.#events.push(...events);
      },
      reload: () => {
        this.reloads += 1;
      },
      focusComposer: () => undefined,
    });
  }

  async attach(): Promise<Snapshot> {
    this.#snapshot = await this.calls.attach({});
    this.#events = [];
    this.#seq = this.#snapshot.seq;
    return this.#snapshot;
  }

  get texts(): string[] {
    const messages = this.#snapshot?.messages ?? [];
    const start: Conversation = { title: undefined, messages, leafId: messages.at(-1)?.id ?? null };
    return visiblePath(this.#events.reduce(reduce, start)).map(messageText);
  }
}
