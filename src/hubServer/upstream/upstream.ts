import type { IncomingMessage } from "node:http";

import type { Clock } from "../../shared/base/clock.ts";
import { timeLimits } from "../../shared/base/timeLimits.ts";
import { countOf } from "../formats/base/fields.ts";
import { maxChoices } from "../formats/base/parameterNames.ts";
import { type ChatFormat, streamErrorText } from "../formats/chatFormat.ts";
import { headerText } from "../http/headerText.ts";
import type { HubResponse } from "../http/message.ts";
import { headOf } from "../models/builtInAnswer.ts";
import type { ChatCall } from "../models/chatCall.ts";
import type { CompletionCall } from "../models/completionCall.ts";
import type { EmbeddingCall } from "../models/embeddingCall.ts";
import type { ModelInfo } from "../models/modelInfo.ts";
import type { CallContext, FillForm, Model, ModelSource, RunChat } from "../models/modelSource.ts";
import { PassThroughStage, TranslatingStage } from "./answerStage.ts";
import { fillRequest } from "./fillDialect.ts";
import { filledAnswer } from "./fillMiddle.ts";
import { beginSoon } from "./lateStream.ts";
import { relayStream } from "./relayStream.ts";
import type { UpstreamConfig } from "./upstreamConfig.ts";
import { failureError, relayError } from "./upstreamErrors.ts";
import { plainBody, UpstreamFailure } from "./upstreamHttp.ts";
import { UpstreamModels } from "./upstreamModels.ts";
import { outgoingRequest } from "./upstreamRequest.ts";
import { headersOf, type Outgoing, UpstreamRequests } from "./upstreamRequests.ts";
import { embeddingUsage, type Exchange, wholeAnswerOf, wholeResponse } from "./wholeAnswer.ts";

export interface UpstreamTimes {
  readonly listMs: number;
  /** After this time a stream begins with comments: the upstream may be reading a long prompt. */
  readonly patienceMs: number;
  /** Limits the wait for the headers, and each silence after them. */
  readonly answerMs: number;
}

const defaultTimes: UpstreamTimes = {
  listMs: timeLimits.upstream.list,
  patienceMs: timeLimits.hub.beginStream,
  answerMs: timeLimits.upstream.silence,
};

const paths = {
  openai: "/chat/completions",
  anthropic: "/messages",
  responses: "/responses",
} as const;

/** Passes bytes on if the formats are equal, else translates each event. */
export class Upstream implements ModelSource {
  readonly name: string;
  readonly #config: UpstreamConfig;
  readonly #clock: Clock;
  readonly #times: UpstreamTimes;
  readonly #models: UpstreamModels;
  readonly #requests: UpstreamRequests;

  constructor(config: UpstreamConfig, clock: Clock, times: UpstreamTimes = defaultTimes) {
    const { name } = config;
    this.name = name;
    this.#config = config;
    this.#clock = clock;
    this.#times = times;
    const headers = headersOf(config);
    // Anthropic lists only 20 models by default.
    const query = config.format === "anthropic" ? "?limit=1000" : "";
    const { listMs } = times;
    this.#models = new UpstreamModels({ ...config, query, headers, clock, listMs });
    this.#requests = new UpstreamRequests({
      models: this.#models,
      headers,
      clock,
      timeoutMs: times.answerMs,
    });
  }

  list(): Promise<readonly ModelInfo[]> {
    return this.#models.all();
  }

  async find(id: string, mayBeUnlisted: boolean): Promise<Model | undefined> {
    if (!(await this.#models.has(id, mayBeUnlisted))) {
      return undefined;
    }
    const chat: RunChat = (call, context) => this.#chat(id, call, context);
    const contextLength = this.#models.contextLength(id);
    const model = { chat, ...(contextLength !== undefined && { contextLength }) };
    if (this.#config.format === "anthropic") {
      return { ...model, count: (call, context) => this.#count(id, call, context) };
    }
    const embedding = {
      ...model,
      embed: (call: EmbeddingCall, context: CallContext) => this.#embed(id, call, context),
    };
    if (this.#config.format === "responses") {
      return embedding;
    }
    const told = this.#models.fillForm(id);
    return {
      ...embedding,
      fill: (form, call, context) => this.#fill(id, form, { call, context }),
      ...(told && { complete: (call, context) => this.#fill(id, told, { call, context }) }),
    };
  }

  async #embed(id: string, call: EmbeddingCall, context: CallContext): Promise<HubResponse> {
    const asked = { ...call, format: "openai", isStreamed: false, wantsUsage: false } as const;
    const { body } = await outgoingRequest(
      { ...asked, allowedTokens: 0, cachesPrompt: false },
      "openai",
      id,
    );
    const request = { body, signal: context.signal };
    return this.#named(context, async () => {
      const response = await this.#askWhole("/embeddings", request, { context, format: "openai" });
      context.tap.report(await embeddingUsage(response, call, context));
      return response;
    });
  }

  #fill(
    id: string,
    form: FillForm,
    { call, context }: { readonly call: CompletionCall; readonly context: CallContext },
  ): Promise<HubResponse> {
    const { path, isUnversioned, body, stops } = fillRequest(form, call, id);
    const request = { body: JSON.stringify(body), signal: context.signal };
    const { name } = this;
    return this.#named(context, async () => {
      const incoming = await this.#requests.send(path, request, isUnversioned);
      const options = { call, context, stops, name, clock: this.#clock };
      return this.#inTime(incoming, () =>
        isSuccess(incoming)
          ? filledAnswer(incoming, {
              ...options,
              idleMs: this.#times.answerMs,
              wholeMs: timeLimits.upstream.completion,
            })
          : relayError(incoming, name, "openai"),
      );
    });
  }

  async #count(id: string, call: ChatCall, context: CallContext): Promise<HubResponse> {
    const { body } = await outgoingRequest(call, "anthropic", id);
    const request = { body, headers: call.headers, signal: context.signal };
    return this.#askWhole("/messages/count_tokens", request, { context, format: "anthropic" });
  }

  #askWhole(
    path: string,
    request: Outgoing,
    { context, format }: { readonly context: CallContext; readonly format: ChatFormat },
  ): Promise<HubResponse> {
    return this.#named(context, async () => {
      const incoming = await this.#requests.send(path, request);
      return this.#inTime(incoming, () =>
        isSuccess(incoming)
          ? wholeResponse(incoming, context)
          : relayError(incoming, this.name, format),
      );
    });
  }

  async #chat(id: string, call: ChatCall, context: CallContext): Promise<HubResponse> {
    const { body, dropped, toolNames } = await outgoingRequest(call, this.#config.format, id);
    const exchange = { call, context, toolNames };
    const { format } = this.#config;
    const accept = call.isStreamed ? "text/event-stream" : "application/json";
    const relayed = this.#named(context, async () => {
      const incoming = await this.#requests.send(paths[format], {
        body,
        headers: { ...(format === "anthropic" && call.headers), accept },
        signal: context.signal,
      });
      return this.#relay(incoming, exchange);
    });
    const response = await (call.isStreamed && context.beginsLater !== true
      ? beginSoon(relayed, exchange, this.#clock, this.#times.patienceMs)
      : relayed);
    if (dropped.length === 0) {
      return response;
    }
    const names = headerText([...new Set(dropped)].join(","));
    return { ...response, headers: { ...response.headers, "x-hub-dropped-params": names } };
  }

  async #named({ tap }: CallContext, ask: () => Promise<HubResponse>): Promise<HubResponse> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) {
        throw error;
      }
      if (error.isAsked) {
        tap.lost();
      }
      throw failureError(error, this.name);
    }
  }

  async #inTime(incoming: IncomingMessage, read: () => Promise<HubResponse>): Promise<HubResponse> {
    const cancelTimer = this.#clock.startTimer(() => {
      incoming.destroy(new UpstreamFailure("timeout"));
    }, this.#times.answerMs);
    try {
      return await read();
    } finally {
      cancelTimer();
    }
  }

  async #relay(incoming: IncomingMessage, exchange: Exchange): Promise<HubResponse> {
    const { call, context, toolNames } = exchange;
    if (!isSuccess(incoming)) {
      return this.#inTime(incoming, () => relayError(incoming, this.name, call.format));
    }
    const status = incoming.statusCode ?? 200;
    const type =
      incoming.headers["content-type"] ??
      (call.isStreamed ? "text/event-stream" : "application/json");
    if (/html/iu.test(type) || status === 204 || status === 205) {
      incoming.destroy();
      throw new UpstreamFailure("notAModelServer");
    }
    const body = plainBody(incoming);
    context.onBegin?.();
    const isSameFormat = call.format === this.#config.format;
    if (!isStream(type, call)) {
      const clock = this.#clock;
      const options = { status, type, clock, upstreamFormat: this.#config.format };
      return this.#inTime(incoming, () => wholeAnswerOf(body, exchange, options));
    }
    const { tap, requestId } = context;
    const { format, wantsUsage } = call;
    const head = headOf(call, context, this.#clock);
    const stageOptions = { tap, head, format, wantsUsage, choices: choicesOf(call) };
    const stage = isSameFormat
      ? new PassThroughStage(stageOptions)
      : new TranslatingStage(stageOptions, {
          upstreamFormat: this.#config.format,
          names: toolNames,
        });
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
          tap.lost();
          return stage.failedText?.(error) ?? streamErrorText(call.format, error, requestId);
        },
      }),
    };
  }
}

/** True for a stream. Some servers use another type; JSON is a whole answer even to a stream request. */
function isStream(type: string, { isStreamed }: ChatCall): boolean {
  return /^text\/event-stream/iu.test(type) || (isStreamed && !/^application\/json/iu.test(type));
}

function choicesOf({ fields }: ChatCall): number {
  return Math.min(Math.max(countOf(fields["n"]), 1), maxChoices);
}

function isSuccess({ statusCode = 502 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300;
}
