import type { ChatRequest, StreamEvent, StreamOptions } from "../../hub/chatTypes.ts";
import type { ChatFormatChoice } from "../../hub/encodeRequest.ts";
import type { ExchangeDeps } from "../../hub/exchange.ts";
import { HubClient } from "../../hub/hubClient.ts";
import { HubError, isTokenRefused } from "../../hub/hubError.ts";
import { fetchUsage, type UsageOptions } from "../../hub/usageClient.ts";
import { parseBaseUrl } from "../../shared/baseUrl.ts";
import type { Connection } from "../../shared/calls/protocol.ts";
import type { Clock } from "../../shared/clock.ts";
import { Emitter } from "../../shared/emitter.ts";
import { DisposableStore, type Disposable } from "../../shared/lifecycle.ts";
import type { LocalHubFile } from "../../shared/localHub.ts";
import type { Patience } from "../../shared/timeLimits.ts";
import type { UsageReport } from "../../shared/usageReport.ts";
import type { TokenStore } from "./tokenStore.ts";

/** What the connection needs of a hub on this machine; absent where no process can be started. */
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
  /** Whether the person chose the local hub before, so that it may be started without asking. */
  readonly wantsLocalHub: () => boolean;
  /** The editor's windows run in a browser: a secret that one sets is seen by the others after a reload only. */
  readonly isBrowserEditor: boolean;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly userAgent: string;
}

interface Resolved {
  readonly state: Connection;
  readonly client: HubClient | undefined;
  /** Set together with the client. */
  readonly access?: { readonly token: string; readonly exchange: ExchangeDeps };
}

/** Which hub is used, with which token: from the person's settings and secrets, else a local hub. */
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
  /** Headers of each response of the hub. */
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

  get client(): HubClient | undefined {
    return this.#resolved.client;
  }

  /** Resolves when the first look for a hub is done; begins it if nobody has. */
  start(): Promise<void> {
    this.#resolving ??= this.refresh();
    return this.#resolving;
  }

  /** Looks again at settings, secrets and the local hub. */
  refresh(): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    this.#resolving = this.#resolveRound(round);
    return this.#resolving;
  }

  /** The token in use, to be checked or hidden, never shown; undefined without a connection. */
  get token(): string | undefined {
    return this.#resolved.access?.token;
  }

  /**
   * Streams from the hub that is connected when it is called; fails as `auth_missing` if none is. A token that
   * was refused while another window has set a new one is tried anew, once.
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

  /** What the hub reports of the use of the token. Rejects with a `HubError`; `auth_missing` without a hub. */
  async usage(options: UsageOptions): Promise<UsageReport> {
    await this.start();
    const { access } = this.#resolved;
    if (!access) {
      throw new HubError({ kind: "auth_missing" });
    }
    return await fetchUsage(access.exchange, options);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#round += 1;
    this.#disposables.dispose();
  }

  /** A later round makes the result of an earlier one worthless; who waits for the earlier waits for it. */
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
    const { fetch, clock, userAgent, isBrowserEditor } = this.#deps;
    const { token, isKept, isLocal } = access;
    const exchange: ExchangeDeps = {
      baseUrl,
      token: () => Promise.resolve(token),
      fetch,
      clock,
      userAgent,
      // A token that is not kept would be lost with the window.
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

  /** Looks again whether there is a token besides the one that was refused. */
  async #hasOtherToken(refused: string | undefined): Promise<boolean> {
    if (this.token === refused) {
      await this.refresh();
    }
    return this.token !== undefined && this.token !== refused;
  }
}
