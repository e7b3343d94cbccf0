import { parseJson } from "../shared/json.ts";
import type { HubModel } from "../shared/model.ts";
import { AnswerSource, type AnswerSourceDeps } from "./answerSource.ts";
import type { ChatRequest, StreamEvent, StreamOptions } from "./chatTypes.ts";
import { isErrorObject } from "./errorSignals.ts";
import { Exchange, type HubRequest } from "./exchange.ts";
import { HubError } from "./hubError.ts";
import { readModels } from "./models.ts";

const maxListBytes = 32 * 1024 * 1024;

/** Client of one hub. Everything that goes wrong is a `HubError`; an abort of the caller is `cancelled`. */
export class HubClient {
  readonly #deps: AnswerSourceDeps;

  constructor(deps: AnswerSourceDeps) {
    this.#deps = deps;
  }

  /**
   * Streams one answer. Ends after `finished`; throws if the answer did not end in order, after all that
   * came of it was yielded. Tries again, at most twice, only while nothing of the answer has come. Pull
   * without delay: time that the caller takes counts as silence of the hub.
   */
  async *streamChat(request: ChatRequest, options: StreamOptions): AsyncGenerator<StreamEvent> {
    const source = new AnswerSource(
      this.#deps,
      chatRequest(request, options.idempotencyKey),
      options,
    );
    try {
      for (let events = await source.next(); events; events = await source.next()) {
        for (const event of events) {
          yield event;
        }
      }
    } finally {
      source.close();
    }
  }

  /** The models that this token may use. */
  async listModels({ signal }: { readonly signal: AbortSignal }): Promise<readonly HubModel[]> {
    const exchange = new Exchange(this.#deps, { signal });
    try {
      await exchange.open({ path: "/hub/v1/models", method: "GET" });
      const text = await exchange.readText(maxListBytes);
      const body = parseJson(text);
      const models = readModels(body);
      if (models) {
        return models;
      }
      if (body === undefined && /^[{[]/u.test(text)) {
        throw exchange.named(new HubError({ kind: "truncated" }));
      }
      throw isErrorObject(body)
        ? exchange.errorFrom(text.slice(0, 100 * 1024))
        : exchange.named(new HubError({ kind: "not_a_hub" }));
    } finally {
      exchange.close();
    }
  }
}

function chatRequest({ model, messages }: ChatRequest, idempotencyKey?: string): HubRequest {
  return {
    path: "/hub/v1/chat/completions",
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "text/event-stream",
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    },
    body: JSON.stringify({
      model,
      messages,
      stream: true,
      stream_options: { include_usage: true },
    }),
  };
}
