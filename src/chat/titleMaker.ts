import { DisposableStore, type Disposable, toDisposable } from "../shared/base/lifecycle.ts";
import type { Message } from "../shared/conversation/conversation.ts";
import type { ChatSession } from "./chatSession.ts";
import type { GeneratedTitleDeps } from "./generatedTitle.ts";
import { titleFrom } from "./title.ts";

export interface TitleMakerDeps extends GeneratedTitleDeps {
  readonly isWanted: () => boolean;
}

export class TitleMaker {
  readonly #deps: TitleMakerDeps;
  readonly #asked = new Set<string>();
  #hasFailed = false;

  constructor(deps: TitleMakerDeps) {
    this.#deps = deps;
  }

  watch(session: ChatSession): Disposable {
    const watched = new DisposableStore();
    const stop = new AbortController();
    const own = new Set<string>();
    watched.add(toDisposable(() => stop.abort()));
    watched.add(
      session.onDidChangeTurn((turn) => {
        if (turn.state === "running") {
          own.add(turn.messageId);
        }
      }),
    );
    watched.add(
      session.onDidEmit(({ events }) => {
        const isOver = events.some(
          (event) =>
            event.kind === "answerEnded" &&
            event.state === "complete" &&
            event.messageId === session.conversation.messages[1]?.id &&
            own.has(event.messageId),
        );
        if (isOver && this.#mayAsk(session)) {
          this.#asked.add(session.id);
          void this.#name(session, stop.signal).catch(() => {
            this.#hasFailed ||= !stop.signal.aborted;
          });
        }
      }),
    );
    return watched;
  }

  #mayAsk({ id, isReadOnly, conversation }: ChatSession): boolean {
    return (
      this.#deps.isWanted() &&
      !this.#hasFailed &&
      !isReadOnly &&
      !this.#asked.has(id) &&
      conversation.title === firstTitle(conversation.messages)
    );
  }

  async #name(session: ChatSession, signal: AbortSignal): Promise<void> {
    const before = session.conversation.title;
    const [question, answer] = session.conversation.messages;
    if (question?.role !== "user" || answer?.role !== "assistant") {
      return;
    }
    const { generatedTitle } = await import("./generatedTitle.ts");
    const of = { signal, conversationId: session.id };
    const title = await generatedTitle(question, answer, { ...this.#deps, ...of });
    if (title !== "" && !signal.aborted && session.conversation.title === before) {
      session.rename(title);
    }
  }
}

function firstTitle([first]: readonly Message[]): string | undefined {
  return first?.role === "user"
    ? titleFrom(
        first.text,
        first.attachments.map(({ name }) => name),
      )
    : undefined;
}
