import type { ChatRequest, StreamEvent, StreamOptions } from "../../../src/hub/wire/chatTypes.ts";

/** One request to the hub that the test answers step by step. */
export class HubCall {
  readonly request: ChatRequest;
  readonly options: StreamOptions;
  readonly #queue: (StreamEvent | Error | "end")[] = [];
  #wake: (() => void) | undefined;

  constructor(request: ChatRequest, options: StreamOptions) {
    this.request = request;
    this.options = options;
  }

  async say(...events: (StreamEvent | Error | "end")[]): Promise<void> {
    this.#queue.push(...events);
    this.#wake?.();
    await settle();
  }

  async *stream(): AsyncGenerator<StreamEvent> {
    for (;;) {
      const next = this.#queue.shift();
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

/** Lets promises that are already decided go on. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
