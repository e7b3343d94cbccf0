import type { IncomingMessage } from "node:http";

import type { Clock } from "../../shared/clock.ts";
import { headOf } from "../api/builtInAnswer.ts";
import type { ChatCall } from "../api/chatCall.ts";
import type { EmbeddingCall } from "../api/embeddingCall.ts";
import type { ModelInfo } from "../api/modelInfo.ts";
import type { CallContext, Model, ModelSource, RunChat } from "../api/modelSource.ts";
import { type ChatFormat, streamErrorText } from "../formats/chatFormat.ts";
import { headerText } from "../http/headerText.ts";
import type { HubResponse } from "../http/message.ts";
import { wait } from "../pace.ts";
import { PassThroughStage, TranslatingStage } from "./answerStage.ts";
import { lateStream } from "./lateStream.ts";
import { relayStream } from "./relayStream.ts";
import type { UpstreamConfig } from "./upstreamConfig.ts";
import { failureError, relayError } from "./upstreamErrors.ts";
import { callUpstream, plainBody, UpstreamFailure } from "./upstreamHttp.ts";
import { UpstreamModels } from "./upstreamModels.ts";
import { sameBody, upstreamRequest } from "./upstreamRequest.ts";
import { embeddingUsage, wholeAnswerOf, wholeResponse } from "./wholeAnswer.ts";

export interface UpstreamTimes {
  /** How long the list of models may take. */
  readonly listMs: number;
  /** After this a stream begins, with comments, though the upstream is silent: it may be reading a long prompt. */
  readonly patienceMs: number;
  /** How long an answer may take to begin, and then to go on. */
  readonly answerMs: number;
}

const defaultTimes: UpstreamTimes = { listMs: 3_000, patienceMs: 15_000, answerMs: 300_000 };

/** One call on its way: what was asked, by whom, and what could not be said to the upstream. */
interface Exchange {
  readonly call: ChatCall;
  readonly context: CallContext;
  readonly dropped: readonly string[];
}

/**
 * A model server of either format. An answer in the format of the call is passed on as it comes, byte by
 * byte; another is translated event by event.
 */
export class Upstream implements ModelSource {
  readonly name: string;
  readonly #config: UpstreamConfig;
  readonly #clock: Clock;
  readonly #times: UpstreamTimes;
  readonly #models: UpstreamModels;

  constructor(config: UpstreamConfig, clock: Clock, times: UpstreamTimes = defaultTimes) {
    const { name, url } = config;
    this.name = name;
    this.#config = config;
    this.#clock = clock;
    this.#times = times;
    const headers = this.#headers();
    this.#models = new UpstreamModels({ name, url, headers, clock, listMs: times.listMs });
  }

  list(): Promise<readonly ModelInfo[]> {
    return this.#models.all();
  }

  async find(id: string, mayBeUnlisted: boolean): Promise<Model | undefined> {
    if (!(await this.#models.has(id, mayBeUnlisted))) {
      return undefined;
    }
    const chat: RunChat = (call, context) => this.#chat(id, call, context);
    return this.#config.format === "openai"
      ? { chat, embed: (call, context) => this.#embed(id, call, context) }
      : { chat, count: (call, context) => this.#count(id, call, context) };
  }

  async #embed(id: string, call: EmbeddingCall, context: CallContext): Promise<HubResponse> {
    const body = sameBody(call, id);
    const response = await this.#askWhole("/embeddings", { ...context, body, format: "openai" });
    context.tap.report(embeddingUsage(response, call));
    return response;
  }

  /** The body goes on without what only an answer needs. */
  #count(id: string, call: ChatCall, context: CallContext): Promise<HubResponse> {
    const body = sameBody(call, id);
    const { headers } = call;
    return this.#askWhole("/messages/count_tokens", {
      ...context,
      body,
      headers,
      format: "anthropic",
    });
  }

  /** Asks for what comes whole and in the format of the client, and passes it on. */
  async #askWhole(
    path: string,
    request: {
      readonly body: Uint8Array | string;
      readonly signal: AbortSignal;
      readonly format: ChatFormat;
      readonly headers?: Readonly<Record<string, string>>;
    },
  ): Promise<HubResponse> {
    const { body, signal, format, headers } = request;
    try {
      const incoming = await callUpstream(
        {
          url: new URL(this.#models.base + path),
          method: "POST",
          headers: { ...this.#headers(), ...headers, "content-type": "application/json" },
          body,
          signal,
          timeoutMs: this.#times.answerMs,
        },
        this.#clock,
      );
      return isSuccess(incoming)
        ? await wholeResponse(incoming)
        : await relayError(incoming, this.name, format);
    } catch (error) {
      throw error instanceof UpstreamFailure ? failureError(error, this.name) : error;
    }
  }

  async #chat(id: string, call: ChatCall, context: CallContext): Promise<HubResponse> {
    const { body, dropped } = upstreamRequest(call, this.#config.format, id);
    const isOpenAi = this.#config.format === "openai";
    const exchange = { call, context, dropped };
    const answer = callUpstream(
      {
        url: new URL(`${this.#models.base}${isOpenAi ? "/chat/completions" : "/messages"}`),
        method: "POST",
        headers: {
          ...this.#headers(),
          ...(!isOpenAi && call.headers),
          "content-type": "application/json",
          accept: call.isStreamed ? "text/event-stream" : "application/json",
        },
        body,
        signal: context.signal,
        timeoutMs: this.#times.answerMs,
      },
      this.#clock,
    );
    const relayed = answer
      .then((incoming) => this.#relay(incoming, exchange))
      .catch((error: unknown) => {
        throw error instanceof UpstreamFailure ? failureError(error, this.name) : error;
      });
    const response = await (call.isStreamed ? this.#beginSoon(relayed, exchange) : relayed);
    return dropped.length === 0
      ? response
      : {
          ...response,
          headers: {
            ...response.headers,
            "x-hub-dropped-params": headerText([...new Set(dropped)].join(",")),
          },
        };
  }

  /** Resolves with the answer if its headers come soon, else with a stream that is alive and waits for it. */
  async #beginSoon(relayed: Promise<HubResponse>, exchange: Exchange): Promise<HubResponse> {
    const settled = new AbortController();
    const patience = wait(this.#clock, this.#times.patienceMs, settled.signal);
    try {
      return (await Promise.race([relayed, patience])) ?? lateStream(relayed, exchange);
    } finally {
      settled.abort();
    }
  }

  async #relay(incoming: IncomingMessage, exchange: Exchange): Promise<HubResponse> {
    const { call, context } = exchange;
    if (!isSuccess(incoming)) {
      return relayError(incoming, this.name, call.format);
    }
    const status = incoming.statusCode ?? 200;
    const type =
      incoming.headers["content-type"] ??
      (call.isStreamed ? "text/event-stream" : "application/json");
    if (/html/iu.test(type)) {
      incoming.destroy();
      throw new UpstreamFailure("notAModelServer");
    }
    const head = headOf(call, context, this.#clock);
    const body = plainBody(incoming);
    const isSameFormat = call.format === this.#config.format;
    if (!type.startsWith("text/event-stream")) {
      const options = { status, type, head, upstreamFormat: this.#config.format };
      return wholeAnswerOf(body, exchange, options);
    }
    const { tap, requestId } = context;
    const stageOptions = { tap, head, format: call.format, wantsUsage: call.wantsUsage };
    const stage = isSameFormat
      ? new PassThroughStage(stageOptions)
      : new TranslatingStage(stageOptions);
    return {
      status,
      headers: { "content-type": isSameFormat ? type : "text/event-stream; charset=utf-8" },
      body: relayStream(body, {
        name: this.name,
        idleMs: this.#times.answerMs,
        clock: this.#clock,
        stage,
        onFailure: (error) => {
          tap.fail();
          return streamErrorText(call.format, error, requestId);
        },
      }),
    };
  }

  #headers(): Record<string, string> {
    const { key, format } = this.#config;
    return {
      // What is not compressed can be passed on the moment it comes.
      "accept-encoding": "identity",
      "user-agent": "ai-hub",
      ...(format === "anthropic" && { "anthropic-version": "2023-06-01" }),
      ...(key !== undefined &&
        (format === "openai" ? { authorization: `Bearer ${key}` } : { "x-api-key": key })),
    };
  }
}

function isSuccess({ statusCode = 502 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300;
}
