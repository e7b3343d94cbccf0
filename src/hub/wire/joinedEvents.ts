import type { StreamEvent } from "./chatTypes.ts";

export class JoinedEvents {
  #events: StreamEvent[] = [];
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
