import type { AnswerEvent } from "../../../chat/toolEvents.ts";
import { EventQueue } from "../../../chat/tools/eventQueue.ts";

interface Queued {
  readonly event: AnswerEvent;
  /** Called when the answer has taken the event. */
  readonly taken?: () => void;
}

/** The events of a run on their way to its answer, in order. */
export class RunEvents {
  readonly #queue = new EventQueue<Queued>();

  push(event: AnswerEvent): void {
    this.#queue.push({ event });
  }

  /** Resolves when the answer has taken the event; never, if it ends before. */
  taken(event: AnswerEvent): Promise<void> {
    return new Promise((resolve) => {
      this.#queue.push({ event, taken: resolve });
    });
  }

  /** No more events come. */
  end(): void {
    this.#queue.end();
  }

  /** All events until the end. */
  async *drain(): AsyncGenerator<AnswerEvent> {
    for await (const { event, taken } of this.#queue.drain()) {
      yield event;
      taken?.();
    }
  }
}
