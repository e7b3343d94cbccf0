import type { IncomingMessage } from "node:http";

import type { Clock } from "../../shared/clock.ts";
import type { ChatRequest } from "../api/chatRequest.ts";
import type { ModelInfo } from "../api/modelInfo.ts";
import type { CallContext, ModelSource, RunChat } from "../api/modelSource.ts";
import { ApiError } from "../http/apiError.ts";
import type { HubResponse } from "../http/message.ts";
import { wait } from "../pace.ts";
import { readModelList } from "./modelList.ts";
import { relayStream } from "./relayStream.ts";
import type { UpstreamConfig } from "./upstreamConfig.ts";
import { failureError, relayError } from "./upstreamErrors.ts";
import { callUpstream, readText, UpstreamFailure } from "./upstreamHttp.ts";

export interface UpstreamTimes {
  /** How long the list of models may take. */
  readonly listMs: number;
  /** After this a stream begins, with comments, though the upstream is silent: it may be reading a long prompt. */
  readonly patienceMs: number;
  /** How long an answer may take to begin, and then to go on. */
  readonly answerMs: number;
}

const defaultTimes: UpstreamTimes = { listMs: 3_000, patienceMs: 15_000, answerMs: 300_000 };
const listAgeMs = 60_000;
/** What could not be had, or lacks a model, is asked for again after this. */
const briefAgeMs = 5_000;
const maxListBytes = 16 * 1024 * 1024;

interface ModelList {
  readonly models: readonly ModelInfo[];
  /** False if it could not be had: then any model may be there. */
  readonly isKnown: boolean;
  readonly readAt: number;
}

/** An OpenAI-compatible server. Its answers are passed on as they come, byte by byte. */
export class Upstream implements ModelSource {
  readonly name: string;
  readonly #config: UpstreamConfig;
  readonly #clock: Clock;
  readonly #times: UpstreamTimes;
  #base: string;
  #list: ModelList | undefined;
  #reading: Promise<ModelList> | undefined;

  constructor(config: UpstreamConfig, clock: Clock, times: UpstreamTimes = defaultTimes) {
    this.name = config.name;
    this.#config = config;
    this.#clock = clock;
    this.#times = times;
    this.#base = basesOf(config.url)[0];
  }

  async list(): Promise<readonly ModelInfo[]> {
    return (await this.#models()).models;
  }

  async find(id: string, mayBeUnlisted: boolean): Promise<RunChat | undefined> {
    const list = await this.#models();
    const isOffered =
      hasModel(list, id) ||
      (mayBeUnlisted && (!list.isKnown || hasModel(await this.#newest(), id)));
    return isOffered ? (request, context) => this.#run(id, request, context) : undefined;
  }

  /** The list as it was read last: one that is old is read again meanwhile, so that nobody waits for it. */
  #models(): Promise<ModelList> {
    if (!this.#list) {
      return this.#read();
    }
    if (this.#age() >= (this.#list.isKnown ? listAgeMs : briefAgeMs)) {
      void this.#read();
    }
    return Promise.resolve(this.#list);
  }

  /** The list as it is now, for a model that nobody has: it may be new. */
  #newest(): Promise<ModelList> {
    return this.#list && this.#age() < briefAgeMs ? Promise.resolve(this.#list) : this.#read();
  }

  #age(): number {
    return this.#clock.now() - (this.#list?.readAt ?? 0);
  }

  #read(): Promise<ModelList> {
    this.#reading ??= this.#readList().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readList(): Promise<ModelList> {
    for (const base of basesOf(this.#config.url)) {
      const models = await this.#readListAt(base);
      if (models) {
        this.#base = base;
        this.#list = { models, isKnown: true, readAt: this.#clock.now() };
        return this.#list;
      }
    }
    const isKnown = this.#list?.isKnown ?? false;
    this.#list = { models: this.#list?.models ?? [], isKnown, readAt: this.#clock.now() };
    return this.#list;
  }

  async #readListAt(base: string): Promise<readonly ModelInfo[] | undefined> {
    try {
      const incoming = await callUpstream(
        {
          url: new URL(`${base}/models`),
          method: "GET",
          headers: this.#headers(),
          // Bounds the body as well, which the time below does not.
          signal: AbortSignal.timeout(this.#times.listMs),
          timeoutMs: this.#times.listMs,
        },
        this.#clock,
      );
      const body: unknown = JSON.parse(await readText(incoming, maxListBytes));
      return incoming.statusCode === 200 ? readModelList(body, this.name) : undefined;
    } catch {
      // Not there, or no list: asked again soon; meanwhile the other models work.
      return undefined;
    }
  }

  async #run(id: string, request: ChatRequest, { signal }: CallContext): Promise<HubResponse> {
    const isSameId = request.model === id;
    const answer = callUpstream(
      {
        url: new URL(`${this.#base}/chat/completions`),
        method: "POST",
        headers: {
          ...this.#headers(),
          "content-type": "application/json",
          accept: request.isStreamed ? "text/event-stream" : "application/json",
        },
        body: isSameId ? request.bytes : JSON.stringify({ ...request.fields, model: id }),
        signal,
        timeoutMs: this.#times.answerMs,
      },
      this.#clock,
    );
    const relayed = answer.then(
      (incoming) => this.#relay(incoming, request),
      (error: unknown) => {
        throw failureError(error, this.name);
      },
    );
    return request.isStreamed ? this.#beginSoon(relayed) : relayed;
  }

  /** Resolves with the answer if its headers come soon, else with a stream that is alive and waits for it. */
  async #beginSoon(relayed: Promise<HubResponse>): Promise<HubResponse> {
    const settled = new AbortController();
    const patience = wait(this.#clock, this.#times.patienceMs, settled.signal);
    try {
      return (await Promise.race([relayed, patience])) ?? lateStream(relayed);
    } finally {
      settled.abort();
    }
  }

  async #relay(incoming: IncomingMessage, { isStreamed }: ChatRequest): Promise<HubResponse> {
    const status = incoming.statusCode ?? 502;
    if (status < 200 || status >= 300) {
      try {
        return await relayError(incoming, this.name);
      } catch (error) {
        throw error instanceof UpstreamFailure ? failureError(error, this.name) : error;
      }
    }
    const type =
      incoming.headers["content-type"] ?? (isStreamed ? "text/event-stream" : "application/json");
    if (/html/iu.test(type)) {
      incoming.destroy();
      throw failureError(new UpstreamFailure("notAModelServer"), this.name);
    }
    return relayStream(incoming, {
      type,
      name: this.name,
      idleMs: this.#times.answerMs,
      clock: this.#clock,
    });
  }

  #headers(): Record<string, string> {
    return {
      // What is not compressed can be passed on the moment it comes.
      "accept-encoding": "identity",
      "user-agent": "ai-hub",
      ...(this.#config.key !== undefined && { authorization: `Bearer ${this.#config.key}` }),
    };
  }
}

function hasModel({ models }: ModelList, id: string): boolean {
  return models.some((model) => model.id === id);
}

/** Once a stream has begun, an error can only be told inside it. */
function lateStream(relayed: Promise<HubResponse>): HubResponse {
  return {
    status: 200,
    headers: { "content-type": "text/event-stream; charset=utf-8" },
    body: async (sink) => {
      sink.write(": waiting for the model\n\n");
      const { status, body } = await relayed.catch((error: unknown) => errorAnswer(error));
      if (typeof body === "function") {
        await body(sink);
      } else {
        const text = typeof body === "string" ? body : new TextDecoder().decode(body);
        sink.write(status === 200 ? text : `data: ${text}\n\n`);
      }
    },
  };
}

function errorAnswer(error: unknown): HubResponse {
  if (error instanceof ApiError) {
    return error.toResponse();
  }
  throw error;
}

/** The addresses below which its API may be: `…/v1` of a bare address, else what was given first. */
function basesOf(url: URL): readonly [string, ...string[]] {
  const given = url.href.replace(/\/+$/u, "");
  return /\/v\d+\w*$/u.test(given) ? [given] : [`${given}/v1`, given];
}
