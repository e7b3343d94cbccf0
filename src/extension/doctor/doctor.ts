import { toFailure } from "../../hub/errors/hubError.ts";
import type { StreamEvent } from "../../hub/wire/chatTypes.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { codeOf } from "../../shared/base/errorCode.ts";
import { timeLimits } from "../../shared/base/timeLimits.ts";
import type { Connection } from "../../shared/calls/protocol.ts";
import type { HubModel } from "../../shared/hubApi/model.ts";
import { canBeUsed } from "../../shared/hubApi/nearestModels.ts";
import { cleanToken } from "../connection/cleanToken.ts";
import type { LanguageModelAccess } from "../editor/settings.ts";
import type { NetworkProbes, ProbeTarget } from "./probes.ts";
import { type ProxyFacts, proxyOf } from "./proxyOf.ts";
import { type Finding, type Step, type StepName, stepNames } from "./steps.ts";

export interface DoctorDeps {
  readonly connection: {
    readonly state: Connection;
    readonly token: string | undefined;
    refresh(): Promise<void>;
  };
  readonly listModels: (signal: AbortSignal) => Promise<readonly HubModel[]>;
  readonly maySend: (model: string) => Promise<boolean>;
  readonly streamAnswer: (model: string, signal: AbortSignal) => AsyncIterable<StreamEvent>;
  readonly selectedModel: () => string | undefined;
  readonly languageModelAccess: () => LanguageModelAccess;
  readonly probes: NetworkProbes | undefined;
  readonly proxySettings: () => Omit<ProxyFacts, "environment">;
  readonly clock: Clock;
}

type Outcome = Pick<Step, "state" | "finding">;

/** Longer than the client's own limits, because its errors name the cause. */
const stepTimeouts: Partial<Record<StepName, number>> = {
  models: timeLimits.report.whole,
  answer: timeLimits.answer.silence,
};
const stepTimeoutMs = 15_000;

export class Doctor {
  readonly #deps: DoctorDeps;
  #models: readonly HubModel[] = [];

  constructor(deps: DoctorDeps) {
    this.#deps = deps;
  }

  /** Yields each finished step. Never rejects; ends early when `signal` is aborted. */
  async *examine(signal: AbortSignal): AsyncGenerator<Step> {
    for (const name of stepNames) {
      const declined = name === "answer" && !signal.aborted ? await this.#declined() : undefined;
      if (signal.aborted) {
        return;
      }
      yield declined ?? (await this.#timed(name, signal));
    }
  }

  async #timed(name: StepName, signal: AbortSignal): Promise<Step> {
    const { clock } = this.#deps;
    const start = clock.now();
    const limit = this.#timeout(signal, stepTimeouts[name] ?? stepTimeoutMs);
    const outcome = await this.#try(name, limit.signal);
    limit.cancel();
    return { name, ...outcome, ms: clock.now() - start };
  }

  /** The skipped last step if the person declines, else undefined. The time to decide does not count. */
  async #declined(): Promise<Step | undefined> {
    const model = this.#askable();
    return model === undefined || (await this.#deps.maySend(model))
      ? undefined
      : {
          name: "answer",
          state: "skipped",
          finding: { kind: "unneeded", declinedModel: model },
          ms: 0,
        };
  }

  async #try(name: StepName, signal: AbortSignal): Promise<Outcome> {
    try {
      return await this.#run(name, signal);
    } catch (error) {
      const failure = toFailure(error);
      // Cancelled by the time limit, not by the person.
      const isOver = signal.aborted && failure.kind === "cancelled";
      const isTold = !isOver && (failure.kind !== "unknown" || failure.systemCode !== undefined);
      return {
        state: "failed",
        finding: isTold
          ? { kind: "failure", failure }
          : { kind: "code", code: signal.aborted ? "TIMEOUT" : shortCodeOf(error) },
      };
    }
  }

  async #run(name: StepName, signal: AbortSignal): Promise<Outcome> {
    switch (name) {
      case "address":
        return await this.#address();
      case "proxy":
        return this.#proxy();
      case "dns":
        return await this.#dns(signal);
      case "tcp":
        return await this.#tcp(signal);
      case "tls":
        return await this.#tls(signal);
      case "token":
        return this.#token();
      case "models":
        return await this.#listModels(signal);
      case "answer":
        return await this.#answer(signal);
      default:
        return name satisfies never;
    }
  }

  async #address(): Promise<Outcome> {
    await this.#deps.connection.refresh();
    const { state: connection } = this.#deps.connection;
    const isUsable = connection.state === "ready" || connection.state === "needsToken";
    return { state: isUsable ? "ok" : "failed", finding: { kind: "address", connection } };
  }

  #proxy(): Outcome {
    const url = this.#url();
    const facts = this.#proxyFacts();
    const proxy = url && proxyOf(url, facts);
    return { state: "ok", finding: { kind: "proxy", facts, proxy } };
  }

  async #dns(signal: AbortSignal): Promise<Outcome> {
    const { probes } = this.#deps;
    const target = this.#target();
    if (!probes || !target) {
      return skipped;
    }
    try {
      const addresses = await probes.resolve(target.host, signal);
      return { state: "ok", finding: { kind: "addresses", addresses } };
    } catch (error) {
      // Behind a proxy only the proxy has to resolve the name.
      const state = target.proxy ? "warning" : "failed";
      return {
        state,
        finding: { kind: "code", code: signal.aborted ? "TIMEOUT" : shortCodeOf(error) },
      };
    }
  }

  async #tcp(signal: AbortSignal): Promise<Outcome> {
    const { probes } = this.#deps;
    const target = this.#target();
    if (!probes || !target) {
      return skipped;
    }
    await probes.connect(target, signal);
    return { state: "ok", finding: { kind: "connected" } };
  }

  async #tls(signal: AbortSignal): Promise<Outcome> {
    const { probes, clock } = this.#deps;
    const target = this.#target();
    if (!probes || !target || this.#url()?.protocol !== "https:") {
      return skipped;
    }
    const tls = await probes.shakeHands(target, signal);
    const now = clock.now();
    const soon = now + 14 * 86_400_000;
    const endsSoon = tls.chain.some(({ validTo }) => validTo < soon);
    const state = tls.problem !== undefined ? "failed" : endsSoon ? "warning" : "ok";
    return { state, finding: { kind: "tls", tls, now } };
  }

  #token(): Outcome {
    const { token = "", state } = this.#deps.connection;
    const finding: Finding = {
      kind: "token",
      isThere: token !== "",
      length: token.length,
      hasHubShape: cleanToken(token).hasHubShape,
      isKept: state.state === "ready" && state.tokenIsKept,
    };
    const isWell = finding.hasHubShape && finding.isKept;
    return { state: !finding.isThere ? "failed" : isWell ? "ok" : "warning", finding };
  }

  async #listModels(signal: AbortSignal): Promise<Outcome> {
    if (this.#deps.connection.state.state !== "ready") {
      return skipped;
    }
    this.#models = await this.#deps.listModels(signal);
    const { length: count } = this.#models;
    return {
      state: count === 0 ? "warning" : "ok",
      finding: {
        kind: "models",
        count,
        model: this.#modelToAsk(),
        access: this.#deps.languageModelAccess(),
      },
    };
  }

  async #answer(signal: AbortSignal): Promise<Outcome> {
    const model = this.#askable();
    if (model === undefined) {
      return skipped;
    }
    const { clock } = this.#deps;
    const start = clock.now();
    let firstEventMs: number | undefined;
    let firstTextMs: number | undefined;
    let requestId: string | undefined;
    let text = "";
    for await (const event of this.#deps.streamAnswer(model, signal)) {
      firstEventMs ??= clock.now() - start;
      if (event.kind === "textDelta") {
        firstTextMs ??= clock.now() - start;
        text += event.text;
      } else if (event.kind === "responseStarted") {
        requestId = event.requestId ?? requestId;
      }
    }
    return {
      state: text === "" ? "warning" : "ok",
      finding: {
        kind: "answer",
        model,
        firstEventMs,
        firstTextMs,
        requestId,
        text: text.slice(0, 200),
      },
    };
  }

  #askable(): string | undefined {
    return this.#deps.connection.state.state === "ready" ? this.#modelToAsk() : undefined;
  }

  #modelToAsk(): string | undefined {
    const usable = this.#models.filter(canBeUsed);
    const selected = this.#deps.selectedModel();
    return usable.some(({ id }) => id === selected) ? selected : (usable[0]?.id ?? selected);
  }

  #url(): URL | undefined {
    const { state } = this.#deps.connection;
    return "baseUrl" in state ? (URL.parse(state.baseUrl) ?? undefined) : undefined;
  }

  #proxyFacts(): ProxyFacts {
    return {
      ...this.#deps.proxySettings(),
      environment: this.#deps.probes?.environment() ?? {},
    };
  }

  #target(): ProbeTarget | undefined {
    const url = this.#url();
    return (
      url && {
        host: url.hostname.replaceAll(/^\[|\]$/gu, ""),
        port: url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port),
        proxy: proxyOf(url, this.#proxyFacts()),
      }
    );
  }

  #timeout(outer: AbortSignal, ms: number): { readonly signal: AbortSignal; cancel(): void } {
    const inner = new AbortController();
    const cancel = this.#deps.clock.startTimer(() => inner.abort(), ms);
    return { signal: AbortSignal.any([outer, inner.signal]), cancel };
  }
}

const skipped: Outcome = { state: "skipped", finding: { kind: "unneeded" } };

function shortCodeOf(error: unknown): string {
  return codeOf(error)?.slice(0, 100) ?? "UNKNOWN";
}
