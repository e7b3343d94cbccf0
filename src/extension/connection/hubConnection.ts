import type { CompletionEvent, CompletionRequest } from "../../hub/calls/completionTypes.ts";
import type { EmbeddingsRequest } from "../../hub/calls/embeddingsClient.ts";
import type { HubClient } from "../../hub/calls/hubClient.ts";
import type { EndedRun } from "../../hub/calls/runEndReports.ts";
import { HubError, isTokenRefused } from "../../hub/errors/hubError.ts";
import type { UsageOptions } from "../../hub/usage/usageClient.ts";
import type { ChatRequest, StreamEvent, StreamOptions } from "../../hub/wire/chatTypes.ts";
import type { ExchangeDeps } from "../../hub/wire/exchange.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import type { Connection } from "../../shared/calls/protocol.ts";
import { exclusions } from "../../shared/guarded/excludedPaths.ts";
import type { AgentPolicy, HubPolicy } from "../../shared/hubApi/agentPolicy.ts";
import { hubSettings } from "../../shared/hubApi/hubClientRules.ts";
import type { HubSkill } from "../../shared/hubApi/hubSkills.ts";
import type { UsageReport } from "../../shared/hubApi/usageReport.ts";
import { findHub, type FoundHub, type HubSearchDeps } from "./findHub.ts";

export interface HubConnectionDeps extends Omit<HubSearchDeps, "onHeaders" | "settings"> {
  readonly settings: HubSearchDeps["settings"] & {
    onDidChange(name: "baseUrl", listener: () => void): Disposable;
    isAddressLocked?(): boolean;
  };
}

/** The hub in use. Searches again when settings, secrets or the local hub change. */
export class HubConnection implements Disposable {
  readonly #deps: HubConnectionDeps;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<undefined>());
  readonly #didChangeHub = this.#disposables.add(new Emitter<undefined>());
  readonly #didHear = this.#disposables.add(new Emitter<Headers>());
  #resolved: FoundHub = { state: { state: "connecting" }, client: undefined };
  #resolving: Promise<void> | undefined;
  #round = 0;
  #isDisposed = false;

  /** Fires after each search, even with an equal result. */
  readonly onDidChange = this.#didChange.event;
  /** Fires when a search found another hub, another token, or none. */
  readonly onDidChangeHub = this.#didChangeHub.event;
  readonly onDidHear = this.#didHear.event;

  constructor(deps: HubConnectionDeps) {
    this.#deps = deps;
    const { settings, tokens, localHub } = deps;
    const refresh = (): void => {
      if (this.#resolving) {
        void this.refresh();
      }
    };
    this.#disposables.add(settings.onDidChange("baseUrl", refresh));
    this.#disposables.add(tokens.onDidChange(refresh));
    if (localHub) {
      this.#disposables.add(localHub.onDidChange(refresh));
    }
  }

  get state(): Connection {
    return this.#resolved.state;
  }

  get isAddressLocked(): boolean {
    return this.#deps.settings.isAddressLocked?.() === true;
  }

  get canStartLocalHub(): boolean {
    return this.#deps.localHub !== undefined;
  }

  async address(): Promise<string | undefined> {
    await this.start();
    return this.#resolved.access?.exchange.baseUrl;
  }

  get client(): HubClient | undefined {
    return this.#resolved.client;
  }

  start(): Promise<void> {
    this.#resolving ??= this.refresh();
    return this.#resolving;
  }

  refresh(): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    this.#resolving = this.#resolveRound(round);
    return this.#resolving;
  }

  /** The token, for checks and for hiding it in texts, never for display; undefined without a connection. */
  get token(): string | undefined {
    return this.#resolved.access?.token;
  }

  /**
   * Fails as `auth_missing` without a connection. If the token is refused and another window stored a new one
   * meanwhile, retries once with it.
   */
  async *streamChat(request: ChatRequest, options: StreamOptions): AsyncGenerator<StreamEvent> {
    await this.start();
    const { access } = this.#resolved;
    let hasBegun = false;
    try {
      for await (const event of this.#streamRuled(request, options)) {
        hasBegun = true;
        yield event;
      }
      return;
    } catch (error) {
      if (hasBegun || !isTokenRefused(error) || !(await this.#hasOtherToken(access?.token))) {
        throw error;
      }
    }
    yield* this.#streamRuled(request, options);
  }

  async *#streamRuled(...asked: Parameters<HubClient["streamChat"]>): AsyncGenerator<StreamEvent> {
    await this.#ruled(asked[1].signal);
    yield* this.#requireClient().streamChat(...asked);
  }

  /** Rejects with a `HubError`; `auth_missing` without a hub. */
  async usage(options: UsageOptions): Promise<UsageReport> {
    const exchange = await this.#exchange();
    const { fetchUsage } = await this.#deps.loadPart(
      () => import("../../hub/usage/usageClient.ts"),
    );
    return await fetchUsage(exchange, options);
  }

  async embeddings(request: EmbeddingsRequest): Promise<readonly Float32Array[]> {
    await this.#ruled(request.signal);
    const exchange = await this.#exchange();
    const { loadPart } = this.#deps;
    const { fetchEmbeddings } = await loadPart(() => import("../../hub/calls/embeddingsClient.ts"));
    return await fetchEmbeddings(exchange, request);
  }

  /** The organisation's skills. Rejects with a `HubError`; empty without a hub. */
  async skills(signal: AbortSignal): Promise<readonly HubSkill[]> {
    await this.start();
    const { access } = this.#resolved;
    if (!access) {
      return [];
    }
    const { fetchSkills } = await this.#deps.loadPart(
      () => import("../../hub/calls/skillsClient.ts"),
    );
    return await fetchSkills(access.exchange, signal);
  }

  async *completion(
    request: CompletionRequest,
    signal: AbortSignal,
  ): AsyncGenerator<CompletionEvent> {
    await this.#ruled(signal);
    const exchange = await this.#exchange();
    const { loadPart } = this.#deps;
    const { streamCompletion } = await loadPart(
      () => import("../../hub/calls/completionClient.ts"),
    );
    yield* streamCompletion(exchange, request, signal);
  }

  async policy(options: { readonly signal: AbortSignal }): Promise<HubPolicy> {
    await this.start();
    return await this.#requireClient().policy(options);
  }

  async agentPolicy(options: { readonly signal: AbortSignal }): Promise<AgentPolicy> {
    const { agent = {} } = await this.policy(options);
    return agent;
  }

  /** Does nothing without a hub. */
  async endRun(run: EndedRun): Promise<void> {
    await this.#resolved.client?.endRun(run);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#round += 1;
    this.#disposables.dispose();
  }

  /** Resolves one search. A later search replaces its result, and its callers wait for the later one. */
  async #resolveRound(round: number): Promise<void> {
    const resolved = await findHub({
      ...this.#deps,
      onHeaders: (headers) => this.#didHear.fire(headers),
    });
    await resolved.client?.useKeptPolicy();
    if (round === this.#round) {
      const isSame = isSameHub(this.#resolved, resolved);
      this.#resolved = resolved;
      this.#didChange.fire(undefined);
      if (!isSame) {
        this.#didChangeHub.fire(undefined);
      }
    } else if (!this.#isDisposed) {
      await this.#resolving;
    }
  }

  async #exchange(): Promise<ExchangeDeps> {
    await this.start();
    const { access } = this.#resolved;
    if (!access) {
      throw new HubError({ kind: "auth_missing" });
    }
    return access.exchange;
  }

  /**
   * Waits until the hub's policy is known. A request was prepared before: if it may contain an excluded file, or be
   * against a setting of the hub, it fails as `rules_arrived`, and nothing is sent.
   */
  async #ruled(signal: AbortSignal): Promise<void> {
    await this.start();
    const before = exclusions();
    const settings = hubSettings();
    await this.#requireClient().policyKnown({ signal });
    const isChanged = hubSettings() !== settings;
    if (isChanged || exclusions().some((pattern) => !before.includes(pattern))) {
      throw new HubError({ kind: "rules_arrived" });
    }
  }

  #requireClient(): HubClient {
    if (!this.client) {
      throw new HubError({ kind: "auth_missing" });
    }
    return this.client;
  }

  /** Rereads the secrets; true if they hold another token than the refused one. */
  async #hasOtherToken(refused: string | undefined): Promise<boolean> {
    if (this.token === refused) {
      await this.refresh();
    }
    const { access } = this.#resolved;
    if (access && refused !== undefined && access.token === refused) {
      // A sign-in may have been renewed elsewhere, or have expired while the machine slept.
      await this.#deps.tokens.renew?.(new URL(access.exchange.baseUrl).origin, refused);
      await this.refresh();
    }
    return this.token !== undefined && this.token !== refused;
  }
}

function isSameHub(one: FoundHub, other: FoundHub): boolean {
  return (
    one.access?.token === other.access?.token &&
    JSON.stringify(one.state) === JSON.stringify(other.state)
  );
}
