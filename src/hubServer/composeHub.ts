import { adminRoutes } from "./admin/adminRoutes.ts";
import { createAdminApp, isAdminToken } from "./admin/base/adminApp.ts";
import type { AdminDeps } from "./admin/base/adminDeps.ts";
import { AuditHead } from "./admin/base/auditHead.ts";
import { Changes } from "./admin/base/changes.ts";
import { OpenIdChecks } from "./admin/openId/openIdChecks.ts";
import { createHubApp, type MountedApp } from "./app.ts";
import { tokenOf } from "./auth/apiAuthenticator.ts";
import { apiAppDeps, type ApiCore, type ApiParts, composeApi, routeHours } from "./composeApi.ts";
import { authenticationError } from "./http/apiError.ts";
import { clientAddress, Proxies } from "./http/clientAddress.ts";
import type { HubRequest } from "./http/message.ts";
import type { HubApp } from "./http/nodeServer.ts";
import type { Leases } from "./local/leases.ts";
import { Maintenance } from "./maintenance.ts";
import { auditHeadPath } from "./openStore.ts";
import { exportAudit } from "./store/auditExport.ts";
import type { Store } from "./store/store.ts";
import { type RouteHour, sumHours } from "./upstream/upstreamHealth.ts";
import { version } from "./version.ts";
import { sumMetrics } from "./workers/sumMetrics.ts";

export interface HubParts extends ApiParts {
  readonly store: Store;
  readonly leases: Leases | undefined;
  readonly closing: AbortSignal;
  readonly stop: () => void;
  readonly mount: MountedApp | undefined;
  readonly workers: WorkerProcesses | undefined;
}

export interface WorkerProcesses {
  readonly forget: () => Promise<void>;
  readonly metrics: () => Promise<readonly string[]>;
  readonly health: () => Promise<readonly string[]>;
}

export interface ComposedHub {
  readonly app: HubApp;
  readonly start: () => void;
  readonly close: () => Promise<void>;
}

interface Core extends HubParts, ApiCore {
  readonly auditHead: AuditHead;
}

export function composeHub(parts: HubParts): ComposedHub {
  const api = composeApi(parts);
  const { store, clock, config } = parts;
  const { governance, bodyPools, onError } = api;
  const auditHead = new AuditHead({
    path: auditHeadPath(config.dataFolder),
    audit: store.audit,
    clock,
    onError,
  });
  const core = { ...parts, ...api, auditHead };
  const maintenance = new Maintenance({ store, clock, onError });
  const { admin, checks } = adminOf(core);
  return {
    app: createHubApp({
      ...apiAppDeps(parts, api),
      ...(parts.leases && { leases: parts.leases }),
      ...(parts.mount && { mount: parts.mount }),
      stop: parts.stop,
      admin,
      metrics: (request) => metricsFor(request, core),
    }),
    start: () => {
      // Reports missing keys from the start.
      core.given.list();
      void reportMissingProfiles(core).catch(onError);
      void maintenance.run();
      void checks?.run();
      auditHead.start();
    },
    close: async () => {
      maintenance.stop();
      checks?.stop();
      await Promise.all([bodyPools.bodies.close(), bodyPools.pdfs.close()]);
      await governance.close();
      await auditHead.close();
    },
  };
}

async function reportMissingProfiles({ config, store, log }: HubParts): Promise<void> {
  const known = new Set((await store.records.list("profile")).map(({ id }) => id));
  for (const { rule, profiles } of config.kinds) {
    for (const id of Object.keys(profiles).filter((profile) => !known.has(profile))) {
      log.error(`kinds, ${rule.placeholder}, profile_id: there is no profile "${id}".`);
    }
  }
}

async function metricsFor(request: HubRequest, core: Core): Promise<string> {
  const { store, metrics, workers, given, upstreams } = core;
  if (!(await isAdminToken(tokenOf(request) ?? "", { store }))) {
    throw authenticationError("The administrator's token is needed to read the metrics.");
  }
  // A key file may have changed unseen.
  given.list();
  await upstreams.list();
  return workers ? sumMetrics([metrics.text(), ...(await workers.metrics())]) : metrics.text();
}

async function healthOf(core: Core): Promise<readonly RouteHour[]> {
  const texts = (await core.workers?.health()) ?? [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a worker of the same program wrote it
  const hours = texts.flatMap((text) => JSON.parse(text) as readonly RouteHour[]);
  return sumHours([...routeHours(core), ...hours]);
}

function adminOf(core: Core): {
  readonly admin: HubApp;
  readonly checks: OpenIdChecks | undefined;
} {
  const { config, workers } = core;
  const proxies = new Proxies(config.proxies);
  let telling: Promise<void> = Promise.resolve();
  const deps: AdminDeps = {
    store: core.store,
    clock: core.clock,
    version,
    failures: core.failures,
    openId: config.openId,
    listModels: () => core.catalog.listed(),
    upstreamHealth: () => healthOf(core),
    givenUpstreams: config.upstreams,
    givenKinds: config.kinds,
    keys: core.keys,
    auditHead: core.auditHead,
    exportAudit,
    closing: core.closing,
    addressOf: (request) => clientAddress(request, proxies),
    onChange: () => {
      core.forget();
      if (workers) {
        telling = workers.forget();
      }
    },
    onError: core.onError,
  };
  const changes = new Changes(deps.onChange);
  const app = createAdminApp(adminRoutes(deps, changes), deps);
  return {
    admin: async (request) => {
      const response = await app(request);
      // A change must apply to the next request in every process.
      await telling;
      return response;
    },
    checks: config.openId && new OpenIdChecks(config.openId, deps, changes),
  };
}
