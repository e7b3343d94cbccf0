import type { AnswerEvent } from "../../../chat/toolEvents.ts";
import { EventQueue } from "../../../chat/tools/eventQueue.ts";

interface Queued {
  readonly event: AnswerEvent;
  readonly taken?: () => void;
}

export class RunEvents {
  readonly #queue = new EventQueue<Queued>();

  push(event: AnswerEvent): void {
    this.#queue.push({ event });
  }

  /** Resolves when the answer has consumed the event; never, if the answer ends first. */
  taken(event: AnswerEvent): Promise<void> {
    return new Promise((resolve) => {
      this.#queue.push({ event, taken: resolve });
    });
  }

  end(): void {
    this.#queue.end();
  }

  async *drain(): AsyncGenerator<AnswerEvent> {
    for await (const { event, taken } of this.#queue.drain()) {
      yield event;
      taken?.();
    }
  }
}
