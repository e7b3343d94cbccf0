import type { ChatRequest, StreamEvent, StreamOptions } from "../../hub/chatTypes.ts";
import type { CompletionEvent, CompletionRequest } from "../../hub/completionTypes.ts";
import type { EmbeddingsRequest } from "../../hub/embeddingsClient.ts";
import type { ChatFormatChoice } from "../../hub/encodeRequest.ts";
import type { ExchangeDeps } from "../../hub/exchange.ts";
import { HubClient } from "../../hub/hubClient.ts";
import { HubError, isTokenRefused } from "../../hub/hubError.ts";
import type { EndedRun } from "../../hub/runEndReports.ts";
import type { UsageOptions } from "../../hub/usageClient.ts";
import type { AgentPolicy, HubPolicy } from "../../shared/agentPolicy.ts";
import { parseBaseUrl } from "../../shared/baseUrl.ts";
import type { Connection } from "../../shared/calls/protocol.ts";
import type { Clock } from "../../shared/clock.ts";
import { Emitter } from "../../shared/emitter.ts";
import { DisposableStore, type Disposable } from "../../shared/lifecycle.ts";
import type { LocalHubFile } from "../../shared/localHub.ts";
import type { Patience } from "../../shared/timeLimits.ts";
import type { UsageReport } from "../../shared/usageReport.ts";
import type { TokenStore } from "./tokenStore.ts";

/** The local hub as the connection uses it; absent where no process can be started. */
export interface LocalHubPort {
  readonly current: LocalHubFile | undefined;
  readonly onDidChange: (listener: () => void) => Disposable;
  find(): Promise<LocalHubFile | undefined>;
  start(): Promise<LocalHubFile>;
}

export interface HubConnectionDeps {
  readonly tokens: TokenStore;
  readonly localHub: LocalHubPort | undefined;
  readonly settings: {
    baseUrl(): string;
    chatFormat(): ChatFormatChoice;
    patience(): Patience;
    onDidChange(name: "baseUrl", listener: () => void): Disposable;
  };
  /** Whether the person chose the local hub before; it is then started without a question. */
  readonly wantsLocalHub: () => boolean;
  /**
   * The editor runs in a browser: a secret set in one window reaches the others only after a
   * reload.
   */
  readonly isBrowserEditor: boolean;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly userAgent: string;
  /** As for each exchange: loads what only some requests need. */
  readonly loadPart: NonNullable<ExchangeDeps["loadPart"]>;
}

interface Resolved {
  readonly state: Connection;
  readonly client: HubClient | undefined;
  /** Set whenever `client` is set. */
  readonly access?: { readonly token: string; readonly exchange: ExchangeDeps };
}

/** Chooses the hub and its token: from the person's settings and secrets, else a local hub. */
export class HubConnection implements Disposable {
  readonly #deps: HubConnectionDeps;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<undefined>());
  readonly #didHear = this.#disposables.add(new Emitter<Headers>());
  #resolved: Resolved = { state: { state: "connecting" }, client: undefined };
  #resolving: Promise<void> | undefined;
  #round = 0;
  #isDisposed = false;

  readonly onDidChange = this.#didChange.event;
  /** Fires with the headers of each response of the hub. */
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

  /** False in a browser, where no process can be started. */
  get canStartLocalHub(): boolean {
    return this.#deps.localHub !== undefined;
  }

  /** The hub's address, once it is known; undefined without a connection. */
  async address(): Promise<string | undefined> {
    await this.start();
    return this.#resolved.access?.exchange.baseUrl;
  }

  get client(): HubClient | undefined {
    return this.#resolved.client;
  }

  /** Resolves after the first search for a hub; starts that search if needed. */
  start(): Promise<void> {
    this.#resolving ??= this.refresh();
    return this.#resolving;
  }

  /** Reads settings, secrets and the local hub again. */
  refresh(): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    this.#resolving = this.#resolveRound(round);
    return this.#resolving;
  }

  /**
   * The token in use, for checks and for hiding it in texts, never for display; undefined without a
   * connection.
   */
  get token(): string | undefined {
    return this.#resolved.access?.token;
  }

  /**
   * Streams from the connected hub; fails as `auth_missing` without a connection. If the token is
   * refused and another window has stored a new token meanwhile, sends the request once more with
   * the new token.
   */
  async *streamChat(request: ChatRequest, options: StreamOptions): AsyncGenerator<StreamEvent> {
    await this.start();
    const { access } = this.#resolved;
    let hasBegun = false;
    try {
      for await (const event of this.#requireClient().streamChat(request, options)) {
        hasBegun = true;
        yield event;
      }
      return;
    } catch (error) {
      if (hasBegun || !isTokenRefused(error) || !(await this.#hasOtherToken(access?.token))) {
        throw error;
      }
    }
    yield* this.#requireClient().streamChat(request, options);
  }

  /**
   * The hub's usage report for the token. Rejects with a `HubError`; `auth_missing` without a hub.
   */
  async usage(options: UsageOptions): Promise<UsageReport> {
    await this.start();
    const { access } = this.#resolved;
    if (!access) {
      throw new HubError({ kind: "auth_missing" });
    }
    const { fetchUsage } = await this.#deps.loadPart(() => import("../../hub/usageClient.ts"));
    return await fetchUsage(access.exchange, options);
  }

  /** Vectors of texts, as `fetchEmbeddings`; `auth_missing` without a hub. */
  async embeddings(request: EmbeddingsRequest): Promise<readonly Float32Array[]> {
    await this.start();
    const { access } = this.#resolved;
    if (!access) {
      throw new HubError({ kind: "auth_missing" });
    }
    const { loadPart } = this.#deps;
    const { fetchEmbeddings } = await loadPart(() => import("../../hub/embeddingsClient.ts"));
    return await fetchEmbeddings(access.exchange, request);
  }

  /** One completion, as `streamCompletion`; `auth_missing` without a hub. */
  async *completion(
    request: CompletionRequest,
    signal: AbortSignal,
  ): AsyncGenerator<CompletionEvent> {
    await this.start();
    const { access } = this.#resolved;
    if (!access) {
      throw new HubError({ kind: "auth_missing" });
    }
    const { loadPart } = this.#deps;
    const { streamCompletion } = await loadPart(() => import("../../hub/completionClient.ts"));
    yield* streamCompletion(access.exchange, request, signal);
  }

  /** What the hub allows, as `HubClient.policy`; `auth_missing` without a hub. */
  async policy(options: { readonly signal: AbortSignal }): Promise<HubPolicy> {
    await this.start();
    return await this.#requireClient().policy(options);
  }

  /** What an agent may do; `auth_missing` without a hub. */
  async agentPolicy(options: { readonly signal: AbortSignal }): Promise<AgentPolicy> {
    const { agent = {} } = await this.policy(options);
    return agent;
  }

  /** Tells the hub how a run ended, as `HubClient.endRun`; nothing without a hub. */
  async endRun(run: EndedRun): Promise<void> {
    await this.#resolved.client?.endRun(run);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#round += 1;
    this.#disposables.dispose();
  }

  /**
   * A later round replaces the result of an earlier one; callers of the earlier round wait for the
   * later.
   */
  async #resolveRound(round: number): Promise<void> {
    const resolved = await this.#resolve();
    if (round === this.#round) {
      this.#resolved = resolved;
      this.#didChange.fire(undefined);
    } else if (!this.#isDisposed) {
      await this.#resolving;
    }
  }

  async #resolve(): Promise<Resolved> {
    const value = this.#deps.settings.baseUrl();
    if (value === "") {
      return await this.#resolveLocal();
    }
    const parsed = parseBaseUrl(value);
    if (!parsed.ok) {
      const { reason } = parsed;
      return { state: { state: "badBaseUrl", value, reason }, client: undefined };
    }
    const { baseUrl, origin } = parsed;
    const stored = await this.#deps.tokens.get(origin);
    if (stored) {
      return this.#ready(baseUrl, { ...stored, isLocal: false });
    }
    const local = await this.#deps.localHub?.find();
    if (local && new URL(local.url).origin === origin) {
      return this.#ready(local.url, { token: local.token, isKept: true, isLocal: true });
    }
    const { host } = new URL(baseUrl);
    return { state: { state: "needsToken", baseUrl, host }, client: undefined };
  }

  async #resolveLocal(): Promise<Resolved> {
    const { localHub, wantsLocalHub } = this.#deps;
    const running = await localHub?.find();
    const hub =
      running ??
      (localHub && wantsLocalHub() ? await localHub.start().catch(() => undefined) : undefined);
    return hub
      ? this.#ready(hub.url, { token: hub.token, isKept: true, isLocal: true })
      : { state: { state: "needsBaseUrl" }, client: undefined };
  }

  #ready(
    baseUrl: string,
    access: { readonly token: string; readonly isKept: boolean; readonly isLocal: boolean },
  ): Resolved {
    const { fetch, clock, userAgent, isBrowserEditor, loadPart } = this.#deps;
    const { token, isKept, isLocal } = access;
    const exchange: ExchangeDeps = {
      baseUrl,
      token: () => Promise.resolve(token),
      fetch,
      clock,
      userAgent,
      loadPart,
      // A reload would lose a token that is only in memory.
      isTokenPerhapsOld: isBrowserEditor && isKept && !isLocal,
      onHeaders: (headers) => this.#didHear.fire(headers),
    };
    return {
      state: {
        state: "ready",
        baseUrl,
        host: new URL(baseUrl).host,
        isLocal,
        tokenIsKept: isKept,
      },
      client: new HubClient({
        ...exchange,
        random: Math.random,
        chatFormat: () => this.#deps.settings.chatFormat(),
        patience: () => this.#deps.settings.patience(),
      }),
      access: { token, exchange },
    };
  }

  #requireClient(): HubClient {
    if (!this.client) {
      throw new HubError({ kind: "auth_missing" });
    }
    return this.client;
  }

  /** Reads the secrets again; whether there is another token than the refused one. */
  async #hasOtherToken(refused: string | undefined): Promise<boolean> {
    if (this.token === refused) {
      await this.refresh();
    }
    return this.token !== undefined && this.token !== refused;
  }
}
