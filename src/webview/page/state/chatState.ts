import { batch, computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";

import { Emitter } from "../../../shared/base/emitter.ts";
import type { Branches, Snapshot, ViewState } from "../../../shared/calls/protocol.ts";
import type {
  ChatEvent,
  Conversation,
  Message,
} from "../../../shared/conversation/conversation.ts";
import { emptyConversation, reduce } from "../../../shared/conversation/transcript.ts";

export interface Delta {
  readonly messageId: string;
  readonly partIndex: number;
  readonly text: string;
}

type MessagesPage = Pick<Snapshot, "messages" | "branches" | "hasEarlier">;

const emptyView: ViewState = {
  connection: { state: "connecting" },
  attachments: [],
  turn: { state: "idle" },
};

/**
 * Structural changes redraw through signals; growing text is sent as deltas without a redraw. `latest` always has the
 * whole text.
 */
export class ChatState {
  readonly #messages = new Map<string, Signal<Message>>();
  readonly #didGrow = new Emitter<Delta>();
  readonly #didApply = new Emitter<ChatEvent>();
  readonly #conversationId = signal("");
  readonly #messageIds = signal<readonly string[]>([]);
  readonly #branches = signal<Branches>({});
  readonly #hasEarlier = signal(false);
  readonly #modelNames = new Map<string, ReadonlySignal<string>>();
  #conversation: Conversation = emptyConversation;

  readonly view = signal<ViewState>(emptyView);
  readonly isRunning = computed(() => this.view.value.turn.state === "running");
  readonly onDidGrow = this.#didGrow.event;
  readonly onDidApply = this.#didApply.event;

  get conversationId(): ReadonlySignal<string> {
    return this.#conversationId;
  }

  get messageIds(): ReadonlySignal<readonly string[]> {
    return this.#messageIds;
  }

  get branches(): ReadonlySignal<Branches> {
    return this.#branches;
  }

  get hasEarlier(): ReadonlySignal<boolean> {
    return this.#hasEarlier;
  }

  message(id: string): ReadonlySignal<Message> | undefined {
    return this.#messages.get(id);
  }

  latest(id: string): Message | undefined {
    return this.#conversation.messages.find((message) => message.id === id);
  }

  *before(id: string): Generator<Message> {
    for (const other of this.#messageIds.value) {
      const message = this.#messages.get(other)?.value;
      if (other === id || !message) {
        return;
      }
      yield message;
    }
  }

  modelName(id: string): string {
    // One signal per name: a new view state does not redraw all messages.
    const name = this.#modelNames.get(id) ?? computed(() => this.view.value.modelNames?.[id] ?? id);
    this.#modelNames.set(id, name);
    return name.value;
  }

  show(snapshot: Snapshot): void {
    const { conversationId, messages, view } = snapshot;
    batch(() => {
      if (conversationId !== this.#conversationId.value) {
        this.#messages.clear();
      }
      this.#conversation = {
        title: snapshot.title,
        messages,
        leafId: messages.at(-1)?.id ?? null,
      };
      this.#conversationId.value = conversationId;
      this.view.value = view;
      this.#publish(snapshot, snapshot.branches);
    });
  }

  showEarlier(page: MessagesPage): void {
    batch(() => {
      const known = new Set(this.#messageIds.value);
      const earlier = page.messages.filter(({ id }) => !known.has(id));
      this.#conversation = {
        ...this.#conversation,
        messages: [...earlier, ...this.#conversation.messages],
      };
      this.#publish(page, { ...page.branches, ...this.#branches.value });
    });
  }

  apply(events: readonly ChatEvent[]): void {
    const deltas: Delta[] = [];
    batch(() => {
      const changed = new Set<string>();
      for (const event of events) {
        const delta = this.#reduce(event);
        if (delta) {
          deltas.push(delta);
        } else if ("messageId" in event) {
          changed.add(event.messageId);
        } else if ("message" in event) {
          this.#set(event.message);
        }
      }
      for (const id of changed) {
        const message = this.latest(id);
        if (message) {
          this.#set(message);
        }
      }
      this.#showIds();
    });
    for (const delta of deltas) {
      this.#didGrow.fire(delta);
    }
    for (const event of events) {
      this.#didApply.fire(event);
    }
  }

  #reduce(event: ChatEvent): Delta | undefined {
    const before = event.kind === "partDelta" ? this.latest(event.messageId) : undefined;
    this.#conversation = reduce(this.#conversation, event);
    if (event.kind !== "partDelta" || before?.role !== "assistant") {
      return undefined;
    }
    const partIndex = before.parts.length - 1;
    return before.parts[partIndex]?.kind === event.part
      ? { messageId: event.messageId, partIndex, text: event.text }
      : undefined;
  }

  #publish(page: MessagesPage, branches: Branches): void {
    for (const message of page.messages) {
      this.#set(message);
    }
    this.#branches.value = branches;
    this.#hasEarlier.value = page.hasEarlier;
    this.#showIds();
  }

  #showIds(): void {
    const ids = this.#conversation.messages.map(({ id }) => id);
    const shown = this.#messageIds.value;
    if (ids.length !== shown.length || ids.some((id, index) => id !== shown[index])) {
      this.#messageIds.value = ids;
    }
  }

  #set(message: Message): void {
    const known = this.#messages.get(message.id);
    if (known) {
      known.value = message;
    } else {
      this.#messages.set(message.id, signal(message));
    }
  }
}
