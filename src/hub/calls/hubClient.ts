import { parseJson } from "../../shared/base/json.ts";
import { atMost } from "../../shared/base/waiting.ts";
import type { AgentPolicy, HubPolicy } from "../../shared/hubApi/agentPolicy.ts";
import type { HubModel } from "../../shared/hubApi/model.ts";
import { isErrorObject } from "../errors/errorObject.ts";
import { ErrorText } from "../errors/errorText.ts";
import { HubError } from "../errors/hubError.ts";
import { AnswerSource, type AnswerSourceDeps } from "../wire/answerSource.ts";
import type { ChatRequest, StreamEvent, StreamOptions } from "../wire/chatTypes.ts";
import {
  type ChatFormat,
  type ChatFormatChoice,
  type EncodedRequest,
  encodeRequest,
} from "../wire/encodeRequest.ts";
import { Exchange, type HubRequest } from "../wire/exchange.ts";
import { inHouseHeader } from "../wire/inHouseHeader.ts";
import { HubPolicies, type HubPoliciesDeps } from "./hubPolicies.ts";
import { readModels } from "./models.ts";
import { type EndedRun, RunEndReports } from "./runEndReports.ts";

const maxListBytes = 32 * 1024 * 1024;
const policyMs = 3_000;

export interface HubClientDeps extends AnswerSourceDeps, HubPoliciesDeps {
  readonly chatFormat?: () => ChatFormatChoice;
}

/** Every failure is a `HubError`; an abort is `cancelled`. */
export class HubClient {
  readonly #deps: HubClientDeps;
  readonly #policies: HubPolicies;
  readonly #runEnds: RunEndReports;
  #models: ReadonlyMap<string, HubModel> = new Map();
  #onlyFormat: ChatFormat | undefined;

  constructor(deps: HubClientDeps) {
    this.#deps = deps;
    this.#policies = new HubPolicies(deps);
    this.#runEnds = new RunEndReports(deps);
  }

  encode(request: ChatRequest): EncodedRequest {
    return this.#encode(request, this.#formatFor(request.model));
  }

  /**
   * An answer that breaks off throws after everything received was yielded. Repeats the request at most twice, before
   * any part of the answer came. Pull without delay: the caller's time counts as the hub's silence.
   */
  async *streamChat(request: ChatRequest, options: StreamOptions): AsyncGenerator<StreamEvent> {
    const format = this.#formatFor(request.model);
    try {
      yield* this.#stream(request, format, options);
    } catch (error) {
      if (!this.#mayTryOther(error)) {
        throw error;
      }
      const other = format === "openai" ? "anthropic" : "openai";
      yield* this.#streamInstead(request, other, { options, error });
    }
  }

  /** The hub's policy; `{}` without limits. */
  policy(options: { readonly signal: AbortSignal }): Promise<HubPolicy> {
    return this.#policies.read(options);
  }

  /** As `HubPolicies.known`. */
  async policyKnown(options: { readonly signal: AbortSignal }): Promise<void> {
    await this.#policies.known(options);
  }

  /** Applies what the hub's last policy sets, as stored. */
  async useKeptPolicy(): Promise<void> {
    await this.#policies.useKept();
  }

  async agentPolicy(options: { readonly signal: AbortSignal }): Promise<AgentPolicy> {
    const { agent = {} } = await this.policy(options);
    return agent;
  }

  async endRun(run: EndedRun): Promise<void> {
    await this.#runEnds.send(run);
  }

  /** Lists the models after a short wait for the policy, so that a first message seldom waits for it. */
  async listModels(options: { readonly signal: AbortSignal }): Promise<readonly HubModel[]> {
    // Ignores a failure: if the hub cannot be read, the list fails too and reports the cause.
    const policy = this.policy(options).catch(() => undefined);
    const models = await this.#listModels(options);
    await atMost(this.#deps.clock, policyMs, policy);
    return models;
  }

  async #listModels({ signal }: { readonly signal: AbortSignal }): Promise<readonly HubModel[]> {
    const exchange = new Exchange(this.#deps, { signal });
    try {
      await exchange.open({ path: "/hub/v1/models", method: "GET" });
      const text = await exchange.readText(maxListBytes);
      const body = parseJson(text);
      const models = readModels(body);
      if (models) {
        this.#models = new Map(models.map((model) => [model.id, model]));
        return models;
      }
      if (body === undefined && /^[{[]/u.test(text)) {
        throw await exchange.named(new HubError({ kind: "truncated" }));
      }
      throw await exchange.named(
        isErrorObject(body) ? new ErrorText(text, false) : new HubError({ kind: "not_a_hub" }),
      );
    } finally {
      exchange.close();
    }
  }

  async *#stream(
    request: ChatRequest,
    format: ChatFormat,
    options: StreamOptions,
  ): AsyncGenerator<StreamEvent> {
    const http = httpRequest(this.#encode(request, format), format, options);
    const source = new AnswerSource(this.#deps, http, options);
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

  /** Streams in the other format. If that fails too, throws the first error. */
  async *#streamInstead(
    request: ChatRequest,
    format: ChatFormat,
    { options, error }: { readonly options: StreamOptions; readonly error: unknown },
  ): AsyncGenerator<StreamEvent> {
    try {
      for await (const event of this.#stream(request, format, options)) {
        this.#onlyFormat = format;
        yield event;
      }
    } catch (second) {
      throw isNoSuchPlace(second) ? error : second;
    }
  }

  #mayTryOther(error: unknown): boolean {
    return (
      this.#deps.chatFormat?.() === "auto" && this.#onlyFormat === undefined && isNoSuchPlace(error)
    );
  }

  #formatFor(model: string): ChatFormat {
    const choice = this.#deps.chatFormat?.() ?? "openai";
    return choice === "auto"
      ? (this.#onlyFormat ?? this.#models.get(model)?.formats?.[0] ?? "openai")
      : choice;
  }

  #encode(request: ChatRequest, format: ChatFormat): EncodedRequest {
    const { maxOutputTokens: limit = 0, contextLength } = this.#models.get(request.model) ?? {};
    const isLimit = limit >= 1 && limit < (contextLength ?? Infinity);
    return isLimit && format === "anthropic"
      ? encodeRequest({ maxOutputTokens: Math.floor(limit), ...request }, format)
      : encodeRequest(request, format);
  }
}

function isNoSuchPlace(error: unknown): boolean {
  return (
    error instanceof HubError &&
    error.kind === "not_a_hub" &&
    (error.failure.httpStatus === 404 || error.failure.httpStatus === 405)
  );
}

function httpRequest(
  { path, body }: EncodedRequest,
  format: ChatFormat,
  { idempotencyKey, run, app, routedTo, hidden }: StreamOptions,
): HubRequest {
  return {
    path,
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "text/event-stream",
      ...(format === "anthropic" && { "anthropic-version": "2023-06-01" }),
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
      ...inHouseHeader(hidden, routedTo),
      ...(run && { "X-Hub-Run": run.id, "X-Hub-Run-Limit": run.limit }),
    },
    body,
    ...(app !== undefined && { app }),
  };
}
