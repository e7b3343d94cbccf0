import { createParser } from "eventsource-parser";

/** Longest line and longest event, in UTF-16 units. */
const maxLine = 16 * 1024 * 1024;
const maxEvent = 32 * 1024 * 1024;

export interface EventStreamCallbacks {
  readonly onEvent: (event: string | undefined, data: string) => void;
  /** A line or an event is too long; reading stops. */
  readonly onOverflow: () => void;
}

/** Server-sent events (WHATWG rules) from text in any pieces, bounded. */
export class EventStream {
  readonly #callbacks: EventStreamCallbacks;
  readonly #parser: ReturnType<typeof createParser>;
  #openLine = 0;
  #atLineStart = true;
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

  push(text: string): void {
    if (this.#hasOverflowed || text === "") {
      return;
    }
    const lastBreak = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));
    this.#openLine = text.length - 1 - lastBreak + (lastBreak === -1 ? this.#openLine : 0);
    this.#parser.feed(this.#withoutMarks(text));
    this.#atLineStart = this.#openLine === 0;
    if (this.#openLine > maxLine) {
      this.#overflow();
    }
  }

  /** Hands out the last event if only its blank line is missing. */
  end(): void {
    this.push("\n\n");
  }

  /**
   * Removes a byte order mark at the start of a line. A stream that is joined from several answers can have one
   * in its middle, and the parser would drop that line silently.
   */
  #withoutMarks(text: string): string {
    if (!text.includes("\uFEFF")) {
      return text;
    }
    const inner = text.replaceAll(/([\n\r])\uFEFF+/gu, "$1");
    return this.#atLineStart ? inner.replace(/^\uFEFF+/u, "") : inner;
  }

  #overflow(): void {
    this.#hasOverflowed = true;
    this.#callbacks.onOverflow();
  }
}
