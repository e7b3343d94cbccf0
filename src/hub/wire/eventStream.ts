import { createParser } from "eventsource-parser";

const maxLine = 16 * 1024 * 1024;
const maxEvent = 32 * 1024 * 1024;

export interface EventStreamCallbacks {
  readonly onEvent: (event: string | undefined, data: string) => void;
  readonly onOverflow: () => void;
}

/** Server-sent events (WHATWG) in pieces of any size, with bounds. */
export class EventStream {
  readonly #callbacks: EventStreamCallbacks;
  readonly #parser: ReturnType<typeof createParser>;
  #openLine = 0;
  #hasOverflowed = false;

  constructor(callbacks: EventStreamCallbacks) {
    this.#callbacks = callbacks;
    this.#parser = createParser({
      maxBufferSize: maxEvent,
      onEvent: ({ event, data }) => callbacks.onEvent(event, data),
      onError: ({ type }) => {
        if (type === "max-buffer-size-exceeded") {
          this.#overflow();
        }
      },
    });
  }

  push(given: string): void {
    const text = this.#withoutMarks(given);
    if (this.#hasOverflowed || text === "") {
      return;
    }
    const lastBreak = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));
    this.#openLine = text.length - 1 - lastBreak + (lastBreak === -1 ? this.#openLine : 0);
    this.#parser.feed(text);
    if (this.#openLine > maxLine) {
      this.#overflow();
    }
  }

  /** Ends the stream; the last event may lack its blank line. */
  end(): void {
    this.push("\n\n");
  }

  /** Removes byte order marks, which a stream joined from several answers may contain. */
  #withoutMarks(text: string): string {
    if (!text.includes("\uFEFF")) {
      return text;
    }
    const inner = text.replaceAll(/([\n\r])\uFEFF+/gu, "$1");
    return this.#openLine === 0 ? inner.replace(/^\uFEFF+/u, "") : inner;
  }

  #overflow(): void {
    this.#hasOverflowed = true;
    this.#callbacks.onOverflow();
  }
}
