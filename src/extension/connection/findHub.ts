import { HubClient } from "../../hub/calls/hubClient.ts";
import type { KeptPolicies } from "../../hub/calls/hubPolicies.ts";
import type { Tokens } from "../../hub/tokens/tokenStore.ts";
import type { ChatFormatChoice } from "../../hub/wire/encodeRequest.ts";
import type { ExchangeDeps } from "../../hub/wire/exchange.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { Patience } from "../../shared/base/timeLimits.ts";
import type { Connection } from "../../shared/calls/protocol.ts";
import type { LocalHubFile } from "../../shared/hubApi/localHub.ts";
import type { PolicyProblem } from "../../shared/hubApi/machinePolicy.ts";
import { parseBaseUrl } from "../../shared/text/baseUrl.ts";

/** The local hub; absent where no process can start. */
export interface LocalHubPort {
  readonly current: LocalHubFile | undefined;
  readonly onDidChange: (listener: () => void) => Disposable;
  find(): Promise<LocalHubFile | undefined>;
  start(): Promise<LocalHubFile>;
}

export interface HubSearchDeps {
  readonly tokens: Tokens;
  /**
   * The reason why the organisation's rules on this machine forbid a hub; `local` is the hub of the person's machine.
   */
  readonly ruleProblem?: (hub: string) => PolicyProblem | undefined;
  readonly localHub: LocalHubPort | undefined;
  readonly settings: {
    baseUrl(): string;
    chatFormat(): ChatFormatChoice;
    patience(): Patience;
  };
  /** True if the person chose the local hub before: it then starts without a question. */
  readonly wantsLocalHub: () => boolean;
  /** True in a browser, where a secret set in one window reaches the others only after a reload. */
  readonly isBrowserEditor: boolean;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly userAgent: string;
  readonly loadPart: NonNullable<ExchangeDeps["loadPart"]>;
  readonly onHeaders: (headers: Headers) => void;
  readonly keptPolicies?: KeptPolicies;
}

export interface FoundHub {
  readonly state: Connection;
  readonly client: HubClient | undefined;
  /** Set whenever `client` is set. */
  readonly access?: { readonly token: string; readonly exchange: ExchangeDeps };
}

export async function findHub(deps: HubSearchDeps): Promise<FoundHub> {
  const { settings, tokens, localHub } = deps;
  const value = settings.baseUrl();
  if (value === "") {
    return await findLocalHub(deps);
  }
  const parsed = parseBaseUrl(value);
  if (!parsed.ok) {
    const { reason } = parsed;
    return { state: { state: "badBaseUrl", value, reason }, client: undefined };
  }
  const { baseUrl, origin } = parsed;
  const problem = deps.ruleProblem?.(baseUrl);
  if (problem) {
    return refusedHub(value, problem);
  }
  const stored = await tokens.get(origin);
  if (stored) {
    return foundHub(deps, baseUrl, { ...stored, isLocal: false });
  }
  const local = await localHub?.find();
  if (local && new URL(local.url).origin === origin) {
    return foundHub(deps, local.url, { token: local.token, isKept: true, isLocal: true });
  }
  const { host } = new URL(baseUrl);
  return { state: { state: "needsToken", baseUrl, host }, client: undefined };
}

async function findLocalHub(deps: HubSearchDeps): Promise<FoundHub> {
  const { localHub, wantsLocalHub } = deps;
  const problem = deps.ruleProblem?.("local");
  if (problem && problem !== "hubNotAllowed") {
    return refusedHub("", problem);
  }
  if (problem) {
    return { state: { state: "needsBaseUrl" }, client: undefined };
  }
  const running = await localHub?.find();
  const hub =
    running ??
    (localHub && wantsLocalHub() ? await localHub.start().catch(() => undefined) : undefined);
  return hub
    ? foundHub(deps, hub.url, { token: hub.token, isKept: true, isLocal: true })
    : { state: { state: "needsBaseUrl" }, client: undefined };
}

function refusedHub(value: string, reason: PolicyProblem): FoundHub {
  return { state: { state: "badBaseUrl", value, reason }, client: undefined };
}

function foundHub(
  deps: HubSearchDeps,
  baseUrl: string,
  access: { readonly token: string; readonly isKept: boolean; readonly isLocal: boolean },
): FoundHub {
  const { fetch, clock, userAgent, isBrowserEditor, loadPart, onHeaders, settings } = deps;
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
    onHeaders,
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
      keptPolicies: deps.keptPolicies,
      random: Math.random,
      chatFormat: () => settings.chatFormat(),
      patience: () => settings.patience(),
    }),
    access: { token, exchange },
  };
}
