import { createParser } from "eventsource-parser";

/** Limits in UTF-16 units. */
const maxLine = 16 * 1024 * 1024;
const maxEvent = 32 * 1024 * 1024;

export interface EventStreamCallbacks {
  readonly onEvent: (event: string | undefined, data: string) => void;
  /** A line or event was too long; reading stops. */
  readonly onOverflow: () => void;
}

/** Bounded reader of server-sent events (WHATWG) from text in any pieces. */
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

  /** Emits the last event if only its blank line is missing. */
  end(): void {
    this.push("\n\n");
  }

  /**
   * Removes byte order marks at line starts. A stream joined from several answers may contain one,
   * and the parser would drop that line.
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
