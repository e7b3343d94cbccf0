import type { StreamEvent } from "./chatTypes.ts";

/** Joins neighbouring text pieces: the text of one network packet is one event. */
export class JoinedEvents {
  #events: StreamEvent[] = [];
  /** Received, but not yet in an event. */
  #text = "";

  add(event: StreamEvent): void {
    if (event.kind === "textDelta") {
      this.#text += event.text;
    } else {
      this.#addText();
      this.#events.push(event);
    }
  }

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
