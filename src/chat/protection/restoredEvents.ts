import type { StreamEvent } from "../../hub/chatTypes.ts";
import { openPlaceholderLength, type Placeholders } from "./placeholders.ts";
import { changeJson } from "./requestTexts.ts";

type DeltaKind = "textDelta" | "reasoningDelta";

/**
 * The events of an answer with the real values in text, reasoning and calls. What may be the beginning of a
 * placeholder waits for its rest, never more than one placeholder, and is told before anything that ends it.
 */
export async function* restoredEvents(
  events: AsyncIterable<StreamEvent>,
  placeholders: Placeholders,
): AsyncGenerator<StreamEvent> {
  const held = new HeldText(placeholders);
  try {
    for await (const event of events) {
      yield* restored(event, held, placeholders);
    }
  } catch (error) {
    yield* held.rest();
    throw error;
  }
  yield* held.rest();
}

function* restored(
  event: StreamEvent,
  held: HeldText,
  placeholders: Placeholders,
): Generator<StreamEvent> {
  switch (event.kind) {
    case "textDelta":
    case "reasoningDelta":
      yield* held.add(event.kind, event.text);
      return;
    case "toolCall": {
      yield* held.rest();
      const restore = (text: string): string => placeholders.restore(text);
      yield {
        ...event,
        call: { ...event.call, arguments: changeJson(event.call.arguments, restore) },
      };
      return;
    }
    case "finished":
      yield* held.rest();
      yield event;
      return;
    case "responseStarted":
    case "usage":
    case "notice":
      yield event;
      return;
    default:
      event satisfies never;
  }
}

/** The end of a text or reasoning that has come and is not told yet. */
class HeldText {
  readonly #placeholders: Placeholders;
  #kind: DeltaKind = "textDelta";
  #text = "";

  constructor(placeholders: Placeholders) {
    this.#placeholders = placeholders;
  }

  *add(kind: DeltaKind, delta: string): Generator<StreamEvent> {
    if (kind !== this.#kind) {
      yield* this.rest();
      this.#kind = kind;
    }
    const text = this.#text + delta;
    const end = text.length - openPlaceholderLength(text);
    this.#text = text.slice(end);
    yield* this.#told(text.slice(0, end));
  }

  *rest(): Generator<StreamEvent> {
    const text = this.#text;
    this.#text = "";
    yield* this.#told(text);
  }

  *#told(text: string): Generator<StreamEvent> {
    if (text !== "") {
      yield { kind: this.#kind, text: this.#placeholders.restore(text) };
    }
  }
}
