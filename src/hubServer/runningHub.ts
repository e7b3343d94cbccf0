import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Clock } from "../shared/clock.ts";
import { ModelCatalog } from "./api/modelCatalog.ts";
import type { ModelSource } from "./api/modelSource.ts";
import { createHubApp } from "./app.ts";
import { Authenticator } from "./auth/authenticator.ts";
import { createHubToken } from "./auth/hubToken.ts";
import { TokenStore } from "./auth/tokenStore.ts";
import { type DataFolder, DataFolderInUseError, openDataFolder } from "./data/dataFolder.ts";
import { DemoModel } from "./demo/demoModel.ts";
import { createNodeServer } from "./http/nodeServer.ts";
import { createOriginGuard, isLoopbackHost } from "./http/originGuard.ts";
import type { HubConfig } from "./hubConfig.ts";
import { announce, waitForAnnouncement } from "./local/discoveryFile.ts";
import { Leases } from "./local/leases.ts";
import { Recorder } from "./recorder.ts";
import { ScriptedModels } from "./scripted/scriptedModels.ts";
import { DetectedUpstream, localServers } from "./upstream/detectedUpstream.ts";
import { Upstream } from "./upstream/upstream.ts";
import { version } from "./version.ts";

export interface HubEnvironment {
  readonly clock: Clock;
  /** Random, at least 16 characters; names this start. */
  readonly nonce: string;
  /** One line for who runs the hub; never a token or a prompt. */
  readonly log: (line: string) => void;
  /** The hub wants to end: nobody needs it, or it was told to. */
  readonly onStopRequest: () => void;
}

export interface RunningHub {
  readonly url: string;
  /** Made now, or given: shown once. */
  readonly adminToken: string | undefined;
  /** Opens the API until this process ends; lab only. */
  readonly token: string | undefined;
  /** Takes no new requests, lets open answers end within `drainMs`, and gives everything back. */
  readonly close: (drainMs: number) => Promise<void>;
}

/** Takes the data directory, composes the hub and listens. Rejects with an error whose message is for who runs it. */
export async function startHub(
  config: HubConfig,
  environment: HubEnvironment,
): Promise<RunningHub> {
  const folder = await takeDataFolder(config, environment);
  try {
    return await startIn(folder, config, environment);
  } catch (error) {
    folder.release();
    throw error;
  }
}

/**
 * Two windows of the editor may start a hub at the same moment. The one that comes second gives up only when
 * the first can be found, so that its window finds it.
 */
async function takeDataFolder(
  { dataFolder, discoveryFile }: HubConfig,
  { nonce, clock }: HubEnvironment,
): Promise<DataFolder> {
  try {
    return openDataFolder(dataFolder, nonce);
  } catch (error) {
    if (error instanceof DataFolderInUseError && discoveryFile !== undefined) {
      await waitForAnnouncement(discoveryFile, error.pid, clock);
    }
    throw error;
  }
}

async function startIn(
  folder: DataFolder,
  config: HubConfig,
  environment: HubEnvironment,
): Promise<RunningHub> {
  const tokens = new TokenStore(folder.path);
  const adminToken = adminTokenOf(tokens, config);
  const isLocal = config.isLab || config.discoveryFile !== undefined;
  const localToken = isLocal ? createHubToken() : undefined;
  const { server, leases } = composeServer(config, environment, { tokens, localToken });
  await listen(server, config);
  const url = urlOf(server, config.host);
  const withdraw =
    config.discoveryFile !== undefined && localToken !== undefined
      ? announce(config.discoveryFile, {
          schema: 1,
          url,
          token: localToken,
          pid: process.pid,
          nonce: environment.nonce,
          startedAt: environment.clock.now(),
          version,
        })
      : undefined;
  return {
    url,
    adminToken,
    token: config.isLab ? localToken : undefined,
    close: async (drainMs) => {
      withdraw?.();
      leases?.dispose();
      await drain(server, drainMs);
      folder.release();
    },
  };
}

/** The token that was given, or a new one where the directory has none yet. */
function adminTokenOf(tokens: TokenStore, { adminToken }: HubConfig): string | undefined {
  if (adminToken === undefined && tokens.hasAdminToken) {
    return undefined;
  }
  const token = adminToken ?? createHubToken().replace("sk_hub_", "hub_admin_");
  if (!tokens.isAdminToken(token)) {
    tokens.setAdminToken(token);
  }
  return token;
}

function composeServer(
  config: HubConfig,
  environment: HubEnvironment,
  auth: { readonly tokens: TokenStore; readonly localToken: string | undefined },
): { readonly server: Server; readonly leases: Leases | undefined } {
  const { clock, nonce, log, onStopRequest } = environment;
  let openAnswers = 0;
  const leases =
    config.idleExitMs === undefined
      ? undefined
      : new Leases({
          clock,
          idleMs: config.idleExitMs,
          isBusy: () => openAnswers > 0,
          onIdle: onStopRequest,
        });
  const scripted = config.isLab
    ? new ScriptedModels({ clock, ...config, isListed: config.idleExitMs === undefined })
    : undefined;
  const onError = (error: unknown): void => {
    log(`A request failed: ${error instanceof Error ? (error.stack ?? error.message) : "unknown"}`);
  };
  const app = createHubApp({
    version,
    nonce,
    clock,
    guard: createOriginGuard({
      port: () => portOf(server),
      acceptsAnyHost: !isLoopbackHost(config.host),
    }),
    authenticator: new Authenticator(auth.tokens, auth.localToken),
    tokens: auth.tokens,
    catalog: new ModelCatalog(modelSources(config, environment, scripted)),
    packageFolder: packageFolder(),
    ...(leases && { leases }),
    stop: onStopRequest,
    scenario: (request) => {
      const scenario = request.header("x-hub-scenario");
      return scenario === undefined ? undefined : scripted?.modelOf(scenario);
    },
    ...(config.recordFile !== undefined && { recorder: new Recorder(config.recordFile) }),
    onError,
  });
  const server = createNodeServer(app, onError);
  server.on("request", (_, response) => {
    openAnswers += 1;
    response.on("close", () => {
      openAnswers -= 1;
    });
  });
  return { server, leases };
}

/** Configured upstreams come first, so that a real model is what a client takes by default. */
function modelSources(
  config: HubConfig,
  { clock, log }: HubEnvironment,
  scripted: ScriptedModels | undefined,
): readonly ModelSource[] {
  const demo = new DemoModel({ clock, tokensPerSecond: config.tokensPerSecond });
  const detected = config.isLab
    ? localServers.map(
        (candidate) =>
          new DetectedUpstream(candidate, clock, ({ name, url }) => {
            log(`Found ${name} at ${url.origin}: its models are offered too.`);
          }),
      )
    : [];
  for (const source of detected) {
    // Its first look, so that it is known by the time somebody asks.
    void source.list();
  }
  return [
    ...config.upstreams.map((upstream) => new Upstream(upstream, clock)),
    demo,
    ...detected,
    ...(scripted ? [scripted] : []),
  ];
}

/** Where `npm run package` leaves the extension: beside the bundle of this program. */
function packageFolder(): string {
  return join(dirname(fileURLToPath(import.meta.url)), "package");
}

function listen(server: Server, { host, port }: HubConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: Error & { readonly code?: string }) => {
      reject(new Error(listenMessage(error, host, port), { cause: error }));
    });
    server.listen({ host, port }, resolve);
  });
}

function listenMessage(
  error: Error & { readonly code?: string },
  host: string,
  port: number,
): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `Port ${port} is in use by another program. Give another with --port, or 0 for a free one.`;
    case "EACCES":
      return `Port ${port} may not be used by this user. Give one above 1023 with --port.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `This machine has no address ${host}. Give another with --host.`;
    default:
      return `The hub cannot listen on ${host}:${port}: ${error.message}`;
  }
}

function portOf(server: Server): number {
  return addressOf(server)?.port ?? 0;
}

function addressOf(server: Server): AddressInfo | undefined {
  const address = server.address();
  return address === null || typeof address === "string" ? undefined : address;
}

function urlOf(server: Server, host: string): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") && !name.startsWith("[") ? `[${name}]` : name}:${portOf(server)}`;
}

async function drain(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A connection becomes idle when its answer has ended, and clients would keep it open.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(deadline);
}
