import { createParser } from "eventsource-parser";

import type { StreamEvent } from "./chatTypes.ts";
import { ChunkReader } from "./chunkReader.ts";
import { parseJson } from "./errorSignals.ts";
import { HubError } from "./hubError.ts";

/** Largest line of a stream and largest whole answer, in UTF-16 units. */
const maxLine = 16 * 1024 * 1024;
const maxEvent = 32 * 1024 * 1024;
const maxErrorText = 100 * 1024;

export interface AnswerBodyOptions {
  readonly requestId: string | undefined;
  /** Turns an error object that came instead of, or inside, an answer into its error. */
  readonly errorFrom: (text: string) => HubError;
  readonly onContent: () => void;
  readonly onEnd: () => void;
}

/**
 * Reads one answer from the text of its body, whatever its content type says: a stream of server-sent
 * events, or one JSON object. Push pieces as they come, then `end` once.
 */
export class AnswerBody {
  readonly #options: AnswerBodyOptions;
  readonly #reader = new ChunkReader();
  readonly #parser: ReturnType<typeof createParser>;
  #form: "unknown" | "stream" | "json" | "html" = "unknown";
  #whole = "";
  #events: StreamEvent[] = [];
  #problem: HubError | undefined;
  #isDone = false;

  constructor(options: AnswerBodyOptions) {
    this.#options = options;
    this.#parser = createParser({
      maxBufferSize: maxLine,
      onEvent: ({ event, data }) => this.#readEvent(event, data),
      onError: (error) => {
        if (error.type === "max-buffer-size-exceeded") {
          this.#problem ??= new HubError({ kind: "malformed_stream" });
        }
      },
    });
  }

  /** Whether the answer ended, and nothing that may follow matters. */
  get isDone(): boolean {
    return this.#isDone;
  }

  get hasEnded(): boolean {
    return this.#reader.finishReason !== undefined;
  }

  /** The events of a piece. Throws what ends the answer, after all that came before it was handed out. */
  *push(text: string): Generator<StreamEvent> {
    if (this.#form === "unknown") {
      this.#whole += text;
      this.#form = formOf(this.#whole);
      if (this.#form === "stream") {
        this.#parser.feed(this.#whole);
        this.#whole = "";
      }
    } else if (this.#form === "stream") {
      this.#parser.feed(text);
    } else {
      this.#keep(text);
    }
    yield* this.#flush();
  }

  /** The last events. Throws if the answer did not end in order. */
  *end(): Generator<StreamEvent> {
    if (this.#form === "stream") {
      // An event that lacks its blank line still counts; one that was cut inside does not parse.
      this.#parser.feed("\n\n");
    } else {
      this.#readWhole();
    }
    yield* this.#flush();
    const { finishReason } = this.#reader;
    if (finishReason === undefined) {
      throw new HubError({ kind: "truncated" });
    }
    yield* this.#reader.toolCalls();
    yield { kind: "finished", reason: finishReason };
  }

  #keep(text: string): void {
    const limit = this.#form === "html" ? maxErrorText : maxEvent;
    if (this.#whole.length + text.length > limit && this.#form === "json") {
      this.#problem ??= new HubError({ kind: "malformed_stream" });
    }
    this.#whole = (this.#whole + text).slice(0, limit);
  }

  #readEvent(event: string | undefined, data: string): void {
    if (this.#problem ?? this.#isDone) {
      return;
    }
    if (data.trim() === "[DONE]") {
      this.#isDone = true;
      return;
    }
    if (data.trim() === "") {
      return;
    }
    const value = data.length > maxEvent ? undefined : parseJson(data);
    if (event === "error" || ChunkReader.isError(value)) {
      this.#problem = this.hasEnded ? undefined : this.#options.errorFrom(data);
      this.#isDone = true;
    } else if (value === undefined) {
      this.#problem = this.hasEnded ? undefined : new HubError({ kind: "malformed_stream" });
      this.#isDone = true;
    } else {
      this.#readValue(value);
    }
  }

  #readValue(value: unknown): void {
    const hadEnded = this.hasEnded;
    try {
      for (const event of this.#reader.read(value, this.#options.requestId)) {
        addMerged(this.#events, event);
      }
    } catch (error) {
      this.#problem = error instanceof HubError ? error : new HubError({ kind: "unknown" });
    }
    if (!hadEnded && this.hasEnded) {
      this.#options.onEnd();
    }
  }

  #readWhole(): void {
    const value = this.#form === "json" ? parseJson(this.#whole) : undefined;
    if (value !== undefined && !ChunkReader.isError(value) && hasChoices(value)) {
      this.#readValue(value);
    } else {
      this.#problem ??= this.#problemOfWhole(value);
    }
  }

  #problemOfWhole(value: unknown): HubError {
    const wasCut = this.#form === "json" && value === undefined;
    if (wasCut || this.#whole.trim() === "") {
      return new HubError({ kind: "truncated" });
    }
    return value === undefined || ChunkReader.isError(value)
      ? this.#options.errorFrom(this.#whole.slice(0, maxErrorText))
      : new HubError({ kind: "not_a_hub" });
  }

  *#flush(): Generator<StreamEvent> {
    const events = this.#events;
    this.#events = [];
    if (events.some(isContent)) {
      this.#options.onContent();
    }
    yield* events;
    if (this.#problem) {
      throw this.#problem;
    }
  }
}

/** Content is what a person sees; only it counts as the answer having begun. */
export function isContent({ kind }: StreamEvent): boolean {
  return kind === "textDelta" || kind === "reasoningDelta";
}

/** Tells the form by the first character that is not white space. */
function formOf(text: string): "unknown" | "stream" | "json" | "html" {
  const first = /[^\s\uFEFF]/u.exec(text)?.[0];
  switch (first) {
    case undefined:
      return "unknown";
    case "{":
    case "[":
      return "json";
    case "<":
      return "html";
    default:
      return "stream";
  }
}

/** Text that comes in one piece is handed on in one piece. */
function addMerged(events: StreamEvent[], event: StreamEvent): void {
  const last = events.at(-1);
  if (event.kind === "textDelta" && last?.kind === "textDelta") {
    events[events.length - 1] = { kind: "textDelta", text: last.text + event.text };
  } else {
    events.push(event);
  }
}

function hasChoices(value: unknown): boolean {
  return typeof value === "object" && value !== null && "choices" in value;
}
