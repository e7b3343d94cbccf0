import { isRecord, parseJson } from "../../shared/base/json.ts";
import { isErrorObject } from "../errors/errorObject.ts";
import { ErrorText } from "../errors/errorText.ts";
import { HubError } from "../errors/hubError.ts";
import { EventStream } from "../wire/eventStream.ts";
import { Exchange, type ExchangeDeps } from "../wire/exchange.ts";
import { inHouseHeader } from "../wire/inHouseHeader.ts";
import { completionApp, type CompletionEvent, type CompletionRequest } from "./completionTypes.ts";

const patience = { silence: 10_000, whole: 15_000 };
const maxPieces = 4_000;
const maxTextUnits = 20_000;
const maxErrorText = 100 * 1024;

/** Streams a completion, without retries. A reader that stops also ends the hub's work. */
export async function* streamCompletion(
  deps: ExchangeDeps,
  { model, prompt, suffix, maxTokens, stop, hidden, hub }: CompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent> {
  const exchange = new Exchange(deps, { signal, patience });
  const body = {
    model,
    prompt,
    suffix,
    max_tokens: maxTokens,
    temperature: 0,
    ...(stop.length > 0 && { stop }),
    stream: true,
    stream_options: { include_usage: true },
    ...(hub && { hub }),
  };
  try {
    await exchange.open({
      path: "/hub/v1/completions",
      method: "POST",
      app: completionApp,
      headers: {
        "Content-Type": "application/json",
        Accept: "text/event-stream",
        ...inHouseHeader(hidden),
      },
      body: JSON.stringify(body),
    });
    yield* eventsOf(exchange);
  } catch (error) {
    throw await exchange.named(error);
  } finally {
    exchange.close();
  }
}

async function* eventsOf(exchange: Exchange): AsyncGenerator<CompletionEvent> {
  const reader = new CompletionReader();
  const decoder = new TextDecoder();
  for (let pieces = 0; pieces < maxPieces && !reader.isDone; pieces += 1) {
    const bytes = await exchange.read();
    if (!bytes) {
      break;
    }
    exchange.contentArrived();
    yield* reader.push(decoder.decode(bytes, { stream: true }));
  }
  yield* reader.end();
}

class CompletionReader {
  readonly #stream: EventStream;
  #events: CompletionEvent[] = [];
  #whole = "";
  #isStream: boolean | undefined;
  #hasEnded = false;
  #units = 0;
  #problem: HubError | ErrorText | undefined;
  isDone = false;

  constructor() {
    this.#stream = new EventStream({
      onEvent: (_, data) => this.#read(data),
      onOverflow: () => {
        this.#problem = new HubError({ kind: "malformed_stream" });
      },
    });
  }

  push(text: string): readonly CompletionEvent[] {
    const begun = (this.#whole + text).trimStart();
    this.#isStream ??= begun === "" ? undefined : !begun.startsWith("{");
    if (this.#isStream === true) {
      this.#stream.push(this.#whole + text);
      this.#whole = "";
    } else {
      this.#whole = (this.#whole + text).slice(0, maxErrorText);
    }
    return this.#take();
  }

  end(): readonly CompletionEvent[] {
    if (this.#isStream === true) {
      this.#stream.end();
    } else {
      this.#read(this.#whole);
    }
    const events = this.#take();
    if (!this.#hasEnded) {
      throw new HubError({ kind: "truncated" });
    }
    return events;
  }

  #take(): readonly CompletionEvent[] {
    const events = this.#events;
    this.#events = [];
    if (this.#problem) {
      throw this.#problem;
    }
    return events;
  }

  #read(data: string): void {
    if (data.trim() === "[DONE]") {
      this.isDone = true;
      this.#hasEnded = true;
      return;
    }
    const chunk = parseJson(data);
    if (isErrorObject(chunk)) {
      this.#problem ??= new ErrorText(data, true);
      return;
    }
    if (!isRecord(chunk)) {
      return;
    }
    const choices: unknown = chunk["choices"];
    const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
    if (isRecord(choice)) {
      this.#readChoice(choice);
    }
    this.#readUsage(chunk["usage"]);
  }

  #readChoice(choice: Readonly<Record<string, unknown>>): void {
    const { text, finish_reason: reason } = choice;
    if (typeof text === "string" && text !== "" && this.#units < maxTextUnits) {
      this.#units += text.length;
      this.#events.push({ kind: "text", text: text.slice(0, maxTextUnits) });
    }
    this.#hasEnded ||= typeof reason === "string";
  }

  #readUsage(usage: unknown): void {
    if (isRecord(usage)) {
      const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = usage;
      if (isCount(promptTokens) && isCount(completionTokens)) {
        this.#events.push({ kind: "usage", promptTokens, completionTokens });
      }
    }
  }
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
