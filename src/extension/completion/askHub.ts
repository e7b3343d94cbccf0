import { type ProtectedHole, protectedHole } from "../../chat/protection/protectedHole.ts";
import type { StreamChat } from "../../chat/turn.ts";
import { chatHole } from "../../completion/chatHole.ts";
import type { Ask, HoleRequest } from "../../completion/moment.ts";
import { AskFailure, type AskFailureKind } from "../../completion/usage/limits.ts";
import type { Offers } from "../../completion/usage/offerCounts.ts";
import type { Finding } from "../../dlp/find/finding.ts";
import {
  completionApp,
  type CompletionEvent,
  type CompletionRequest,
} from "../../hub/calls/completionTypes.ts";
import { HubError } from "../../hub/errors/hubError.ts";
import type { FailureKind } from "../../shared/failures/failure.ts";
import type { DlpMode } from "../../shared/guarded/protection.ts";
import type { HubModel } from "../../shared/hubApi/model.ts";
import { withCommentedFiles } from "../../shared/text/commentedFiles.ts";
import { estimateTokens } from "../../shared/text/tokenEstimate.ts";

export interface AskedTokens {
  readonly prompt: number;
  readonly completion: number;
  readonly estimated?: number;
}

export interface AskHubDeps {
  readonly completion: (
    request: CompletionRequest,
    signal: AbortSignal,
  ) => AsyncIterable<CompletionEvent>;
  readonly streamChat: StreamChat;
  readonly model: () => HubModel | undefined;
  readonly mode: (file: string) => DlpMode;
  readonly scan: (text: string) => readonly Finding[];
  readonly onUsed: (tokens: AskedTokens) => void;
  /** Earlier offers to report with this request. */
  readonly takeOffers: () => Offers | undefined;
}

/** The code around the cursor, masked by one setting of data protection; undefined if it must not be sent. */
interface ReadyHole {
  readonly mode: DlpMode;
  readonly safe: ProtectedHole<HoleRequest> | undefined;
}

const all = Symbol("all models");

/** The mode for a file: with the person's agreement, personal data is masked; blocked data stays blocked. */
export function modeFor(mode: DlpMode, isMasked: boolean): DlpMode {
  return isMasked && mode === "warn" ? "mask" : mode;
}

/** Sends to the hub's completion route, or to a chat without that route. */
export class AskHub {
  readonly #deps: AskHubDeps;
  /** Models whose server refuses `suffix`; `all`: the connected hub has no completion route. */
  readonly #closed = new Set<string | typeof all>();

  constructor(deps: AskHubDeps) {
    this.#deps = deps;
  }

  renew(): void {
    this.#closed.clear();
  }

  /**
   * Sends nothing yet. The returned function streams the text at the cursor and rejects with an `AskFailure`; it uses
   * model and protection of the time of sending.
   */
  prepare(file: string, hole: HoleRequest): Ask {
    const ready = this.#ready(file, hole);
    return (signal) => this.#ask(file, hole, ready, signal);
  }

  #ready(file: string, hole: HoleRequest): ReadyHole {
    const mode = this.#deps.mode(file);
    const safe = protectedHole(hole, mode, this.#deps.scan);
    return { mode, safe };
  }

  async *#ask(
    file: string,
    hole: HoleRequest,
    ready: ReadyHole,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    const model = this.#deps.model();
    if (!model) {
      throw new AskFailure("model");
    }
    const { safe } = ready.mode === this.#deps.mode(file) ? ready : this.#ready(file, hole);
    // Differences with sensitive values are left out; without any there is no question.
    if (!safe || safe.hole.edits?.length === 0) {
      throw new AskFailure("sensitive", undefined, false);
    }
    try {
      yield* safe.restored(this.#pieces(model, safe, signal));
    } catch (error) {
      throw failureOf(error);
    }
  }

  async *#pieces(
    model: HubModel,
    safe: ProtectedHole<HoleRequest>,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    if (safe.hole.edits) {
      yield* this.#completion(model, safe, signal);
      return;
    }
    if (this.#closed.has(all) || this.#closed.has(model.id)) {
      yield* this.#chat(model, safe, signal);
      return;
    }
    try {
      yield* this.#completion(model, safe, signal);
    } catch (error) {
      const what = closedBy(error, model.id);
      if (what === undefined) {
        throw error;
      }
      // Until another hub connects: the same request would fail again. The next key uses a chat.
      this.#closed.add(what);
    }
  }

  async *#completion(
    model: HubModel,
    { hole, hidden }: ProtectedHole<HoleRequest>,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    const { path, language, snippets: context, suffix, maxTokens, stop, edits } = hole;
    const isOurs = model.completions === "fim" || edits !== undefined;
    const prompt = isOurs ? hole.prefix : withCommentedFiles(hole.prefix, language, context);
    const request: CompletionRequest = {
      model: model.id,
      prompt,
      suffix,
      maxTokens,
      stop,
      hidden,
      ...(isOurs && { hub: { path, language, context, ...(edits ? { edits } : this.#offers) } }),
    };
    const others = [...context, ...(edits ?? [])].map(({ text }) => text).join("");
    const counted = new CountedTokens(prompt + suffix + others);
    try {
      for await (const event of this.#deps.completion(request, signal)) {
        if (event.kind === "text") {
          counted.add(event.text);
          yield event.text;
        } else {
          counted.report(event);
        }
      }
    } finally {
      this.#deps.onUsed(counted.tokens);
    }
  }

  get #offers(): { readonly offers?: Offers } {
    const offers = this.#deps.takeOffers();
    return offers ? { offers } : {};
  }

  async *#chat(
    model: HubModel,
    { hole, hidden }: ProtectedHole<HoleRequest>,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    const { system, user } = chatHole(hole);
    const counted = new CountedTokens(system + user);
    const request = {
      model: model.id,
      messages: [
        { role: "system" as const, content: system },
        { role: "user" as const, content: user },
      ],
      maxOutputTokens: hole.maxTokens,
    };
    const asText = hidden.map(({ kind }) => ({ kind, place: "text" as const }));
    const options = { signal, app: completionApp, hidden: asText };
    try {
      for await (const event of this.#deps.streamChat(request, options)) {
        if (event.kind === "textDelta") {
          counted.add(event.text);
          yield event.text;
        }
      }
    } finally {
      this.#deps.onUsed(counted.tokens);
    }
  }
}

class CountedTokens {
  readonly #prompt: string;
  #completion = 0;
  #reported: AskedTokens | undefined;

  constructor(prompt: string) {
    this.#prompt = prompt;
  }

  add(text: string): void {
    this.#completion += estimateTokens(text);
  }

  report({ promptTokens, completionTokens }: CompletionEvent & { readonly kind: "usage" }): void {
    this.#reported = {
      prompt: promptTokens,
      completion: completionTokens,
      estimated: estimateTokens(this.#prompt),
    };
  }

  get tokens(): AskedTokens {
    return this.#reported ?? { prompt: estimateTokens(this.#prompt), completion: this.#completion };
  }
}

/** The route that a failure closes: `all` if the hub lacks it, a model if its server does not support `suffix`. */
function closedBy(error: unknown, model: string): string | typeof all | undefined {
  if (!(error instanceof HubError)) {
    return undefined;
  }
  const { httpStatus, hubCode, raw = "" } = error.failure;
  if (
    (httpStatus === 404 && error.kind !== "model_not_found") ||
    httpStatus === 405 ||
    httpStatus === 501
  ) {
    return all;
  }
  // An error can name `suffix` because of a control token or personal data in it; that is a fault of the text, not of
  // the server.
  const isAboutText = hubCode === "fim_token_in_text" || kindOf[error.kind] === "sensitive";
  return httpStatus === 400 && !isAboutText && /\bsuffix\b/iu.test(raw) ? model : undefined;
}

const kindOf: Partial<Record<FailureKind, AskFailureKind>> = {
  rate_limited: "rate",
  budget_exhausted: "budget",
  auth_missing: "refused",
  auth_invalid: "refused",
  auth_expired: "refused",
  policy_other: "denied",
  policy_model: "model",
  model_not_found: "model",
  dlp_request: "sensitive",
  dlp_response: "sensitive",
  dlp_local: "sensitive",
  cancelled: "other",
  truncated: "other",
  bad_request: "other",
  content_filtered: "other",
};

function failureOf(error: unknown): AskFailure {
  if (error instanceof AskFailure) {
    return error;
  }
  if (!(error instanceof HubError)) {
    return new AskFailure("other");
  }
  const { kind, failure, retryAfterMs } = error;
  switch (failure.hubCode) {
    case "fim_token_in_text":
      return new AskFailure("controlToken");
    case "model_not_supported":
      return new AskFailure("model");
    case undefined:
    default:
      return new AskFailure(kindOf[kind] ?? "server", retryAfterMs);
  }
}
