import { join } from "node:path";

import type { Clock } from "../shared/base/clock.ts";
import { wait } from "../shared/base/waiting.ts";
import { prepareLocalToken, prepareStore } from "./admin/prepareStore.ts";
import type { MountedApp } from "./app.ts";
import type { LocalAccess } from "./auth/apiAuthenticator.ts";
import { createHubToken } from "./auth/hubToken.ts";
import { readLegacyState, retireLegacyState } from "./auth/legacyState.ts";
import { type ComposedHub, composeHub, type HubParts } from "./composeHub.ts";
import {
  type DataFolder,
  DataFolderInUseError,
  openDataFolder,
  openSharedDataFolder,
} from "./config/dataFolder.ts";
import type { HubConfig } from "./config/hubConfig.ts";
import { type Front, OwnFront, WorkersFront } from "./front.ts";
import { OpenRequestCounts, type OpenRequests } from "./governance/budgets/arrivals.ts";
import { createCrossOrigin } from "./http/crossOrigin.ts";
import { urlOf } from "./http/listening.ts";
import { createOriginGuard, isLoopbackHost } from "./http/originGuard.ts";
import { seedHistory } from "./lab/organisation/history.ts";
import { labProfileId } from "./lab/organisation/organisation.ts";
import { seedLab } from "./lab/organisation/seedLab.ts";
import { labPeople, type LabPerson } from "./labPeople.ts";
import { announce, isAnnounced } from "./local/discoveryFile.ts";
import { Leases } from "./local/leases.ts";
import type { Log } from "./log.ts";
import { openStore } from "./openStore.ts";
import { Resources } from "./resources.ts";
import { defaultSettings } from "./store/builtInRecords.ts";
import type { Store } from "./store/store.ts";
import { version } from "./version.ts";
import type { ForkWorker } from "./workers/workerSlot.ts";

export interface HubEnvironment {
  readonly clock: Clock;
  readonly nonce: string;
  readonly log: Log;
  readonly openSandbox: (path: string) => Sandbox;
  readonly onStopRequest: () => void;
  readonly fork?: ForkWorker;
}

export interface Sandbox extends MountedApp {
  readonly access: SandboxAccess;
  readonly close: () => void;
}

export interface SandboxAccess {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly codigoSeller: number;
  readonly numeroPedido: number;
}

export interface RunningHub {
  readonly url: string;
  readonly adminToken: string | undefined;
  /** A token that is valid until this process ends; in the lab only. */
  readonly token: string | undefined;
  readonly people: readonly LabPerson[] | undefined;
  readonly seller: SandboxAccess | undefined;
  readonly close: (drainMs: number) => Promise<void>;
}

/** Rejects with an error for the operator. */
export async function startHub(
  config: HubConfig,
  environment: HubEnvironment,
): Promise<RunningHub> {
  const resources = new Resources();
  try {
    return await start(config, environment, resources);
  } catch (error) {
    // The operator needs the first error.
    await resources.release().catch(() => undefined);
    throw error;
  }
}

/** Time between another hub's lock and its announcement, or its end. */
const otherHubMs = 15_000;
const pollMs = 50;
const never = new AbortController().signal;

/**
 * Takes the folder. Two windows may start a hub at once: the second hub gives up only when the first has announced
 * itself, and takes its place if it ends.
 */
async function takeDataFolder(
  { dataFolder, databaseUrl, discoveryFile }: HubConfig,
  { nonce, clock }: HubEnvironment,
): Promise<DataFolder> {
  if (databaseUrl !== undefined) {
    return openSharedDataFolder(dataFolder);
  }
  const deadline = clock.now() + otherHubMs;
  for (;;) {
    try {
      return openDataFolder(dataFolder, nonce);
    } catch (error) {
      const mayChange = error instanceof DataFolderInUseError && discoveryFile !== undefined;
      if (!mayChange || isAnnounced(discoveryFile, error.pid) || clock.now() >= deadline) {
        throw error;
      }
    }
    await wait(clock, pollMs, never);
  }
}

async function start(
  config: HubConfig,
  environment: HubEnvironment,
  resources: Resources,
): Promise<RunningHub> {
  const { clock } = environment;
  const folder = await takeDataFolder(config, environment);
  resources.add(folder.release);
  const store = await openStore({ ...config, dataFolder: folder.path }, clock, "start");
  resources.add(store.close);
  await store.sealDevices();
  await store.audit.stateRecords();
  const prepared = await prepareStore(store.records, {
    now: clock.now(),
    adminToken: config.adminToken,
    legacy: readLegacyState(folder.path),
  });
  retireLegacyState(folder.path);
  if (config.isLab && prepared.isNew) {
    await seedLab(store.records, clock.now());
    await seedHistory(store, { now: clock.now(), timeZone: defaultSettings.timeZone });
  }
  const { isNew } = prepared;
  const people = config.isLab
    ? await labPeople(store, folder.path, { isNew, now: clock.now() })
    : undefined;
  await store.audit.stateRecords();
  const hub = await serve({ folder, store, config, environment, resources });
  return { ...hub, adminToken: prepared.adminToken, people };
}

interface Serving {
  readonly folder: DataFolder;
  readonly store: Store;
  readonly config: HubConfig;
  readonly environment: HubEnvironment;
  readonly resources: Resources;
}

async function serve(serving: Serving): Promise<Omit<RunningHub, "adminToken" | "people">> {
  const { folder, config, environment, resources } = serving;
  const { clock, nonce } = environment;
  const isLocal = config.isLab || config.discoveryFile !== undefined;
  const localToken = isLocal ? createHubToken() : undefined;
  const closing = new AbortController();
  const sandbox = config.isLab
    ? environment.openSandbox(join(folder.path, "seller.db"))
    : undefined;
  resources.add(() => sandbox?.close());
  const local =
    localToken === undefined
      ? undefined
      : await localAccess(localToken, serving.store, config, clock);
  const openRequests = new OpenRequestCounts();
  const front = createFront(serving, local, openRequests);
  const hub = compose(serving, { local, sandbox, closing: closing.signal, front, openRequests });
  let drainAtMostMs = 0;
  resources.add(() => front.stop(drainAtMostMs));
  resources.add(() => closing.abort());
  await front.listen(hub.app);
  hub.start();
  const url = urlOf(front.port(), config.host);
  if (config.discoveryFile !== undefined && localToken !== undefined) {
    const withdraw = announce(config.discoveryFile, {
      schema: 1,
      url,
      token: localToken,
      pid: process.pid,
      nonce,
      startedAt: clock.now(),
      version,
      ...(sandbox && { seller: sandbox.access }),
    });
    resources.add(withdraw);
  }
  return {
    url,
    token: config.isLab ? localToken : undefined,
    seller: sandbox?.access,
    close: async (drainMs) => {
      drainAtMostMs = drainMs;
      await resources.release();
    },
  };
}

function compose(
  { store, config, environment, resources }: Serving,
  parts: Pick<HubParts, "local" | "closing" | "openRequests"> & {
    readonly sandbox: Sandbox | undefined;
    readonly front: Front;
  },
): ComposedHub {
  const { clock, nonce, log, onStopRequest } = environment;
  const { front } = parts;
  const leases =
    config.idleExitMs === undefined
      ? undefined
      : new Leases({
          clock,
          idleMs: config.idleExitMs,
          isBusy: front.isBusy,
          onIdle: onStopRequest,
        });
  resources.add(() => leases?.dispose());
  const crossOrigin = createCrossOrigin(config.allowedOrigins);
  const hub = composeHub({
    config,
    store,
    clock,
    nonce,
    log,
    guard: createOriginGuard({
      port: front.port,
      acceptsAnyHost: !isLoopbackHost(config.host),
      crossOrigin,
    }),
    crossOrigin,
    leases,
    local: parts.local,
    openRequests: parts.openRequests,
    closing: parts.closing,
    stop: onStopRequest,
    mount: parts.sandbox,
    workers: front.workers,
  });
  resources.add(hub.close);
  return hub;
}

function createFront(
  { config, store, environment }: Serving,
  local: LocalAccess | undefined,
  openRequests: OpenRequests,
): Front {
  const { fork } = environment;
  return fork && config.workers > 1
    ? new WorkersFront({ ...environment, config, store, openRequests, fork, local })
    : new OwnFront({ ...environment, config });
}

async function localAccess(
  token: string,
  { records }: Store,
  { isLab }: HubConfig,
  clock: Clock,
): Promise<LocalAccess> {
  const tokenId = await prepareLocalToken(records, {
    now: clock.now(),
    ...(isLab && { profileId: labProfileId }),
  });
  return { token, tokenId };
}
