import type { StreamEvent } from "./chatTypes.ts";

/** Collects events and joins neighbouring pieces of text, so that the text of one network packet is one event. */
export class JoinedEvents {
  #events: StreamEvent[] = [];
  /** Text that was received but is not yet in an event. */
  #text = "";

  add(event: StreamEvent): void {
    if (event.kind === "textDelta") {
      this.#text += event.text;
    } else {
      this.#addText();
      this.#events.push(event);
    }
  }

  /** Hands out what was collected since the last call. */
  take(): readonly StreamEvent[] {
    this.#addText();
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #addText(): void {
    if (this.#text !== "") {
      this.#events.push({ kind: "textDelta", text: this.#text });
      this.#text = "";
    }
  }
}
