import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { inspectRequest } from "../dlp/scanRequest.ts";
import type { Clock } from "../shared/clock.ts";
import { localHubProof } from "../shared/localHub.ts";
import { createAdminApp, isAdminToken } from "./admin/adminApp.ts";
import type { AdminDeps } from "./admin/adminDeps.ts";
import { adminRoutes } from "./admin/adminRoutes.ts";
import { AuditHead } from "./admin/auditHead.ts";
import { policyRoute } from "./api/policyRoute.ts";
import { runEndRoute } from "./api/runEndRoute.ts";
import { usageRoute } from "./api/usageRoute.ts";
import { createHubApp, type HubAppDeps, type MountedApp } from "./app.ts";
import { ApiAuthenticator, type LocalAccess, tokenOf } from "./auth/apiAuthenticator.ts";
import { AuthFailures } from "./auth/authFailures.ts";
import { BodyPool } from "./bodies/bodyPool.ts";
import { BodyReader } from "./bodies/bodyReader.ts";
import type { HubConfig } from "./config/hubConfig.ts";
import { cleanAppName } from "./governance/appName.ts";
import { createGovernance, type RunningGovernance } from "./governance/governance.ts";
import { RunEnds } from "./governance/runEnds.ts";
import { authenticationError } from "./http/apiError.ts";
import type { CrossOrigin } from "./http/crossOrigin.ts";
import type { HubApp } from "./http/nodeServer.ts";
import type { OriginGuard } from "./http/originGuard.ts";
import { ScriptedModels } from "./lab/scripted/scriptedModels.ts";
import type { Leases } from "./local/leases.ts";
import { errorText, type Log } from "./log.ts";
import { Maintenance } from "./maintenance.ts";
import { Metrics } from "./metrics.ts";
import { EditedModels } from "./models/editedModels.ts";
import { ModelCatalog } from "./models/modelCatalog.ts";
import { builtInSources, givenSources } from "./modelSources.ts";
import { auditHeadPath } from "./openStore.ts";
import { Recorder } from "./recorder.ts";
import { exportAudit } from "./store/auditExport.ts";
import type { Store } from "./store/store.ts";
import { RecordedUpstreams } from "./upstream/recordedUpstreams.ts";
import { UpstreamKeys } from "./upstream/upstreamKeys.ts";
import { version } from "./version.ts";

export interface HubParts {
  readonly config: HubConfig;
  readonly store: Store;
  readonly clock: Clock;
  /** Identifies this start of the process. */
  readonly nonce: string;
  readonly log: Log;
  readonly guard: OriginGuard;
  readonly crossOrigin: CrossOrigin;
  /** Editor windows that need this hub. */
  readonly leases: Leases | undefined;
  /** The token of this run, and its identity. */
  readonly local: LocalAccess | undefined;
  /** Aborted when the hub begins to close. */
  readonly closing: AbortSignal;
  readonly stop: () => void;
  readonly mount: MountedApp | undefined;
}

export interface ComposedHub {
  readonly app: HubApp;
  /** Starts the background jobs. */
  readonly start: () => void;
  /** Ends the background jobs; the store is still open. */
  readonly close: () => Promise<void>;
}

/** The components that several parts of the hub share. */
interface Core extends HubParts {
  readonly failures: AuthFailures;
  readonly authenticator: ApiAuthenticator;
  readonly keys: UpstreamKeys;
  readonly upstreams: RecordedUpstreams;
  readonly scripted: ScriptedModels | undefined;
  readonly metrics: Metrics;
  readonly governance: RunningGovernance;
  readonly auditHead: AuditHead;
  readonly bodyPool: BodyPool;
  readonly onError: (error: unknown) => void;
}

/** Puts the hub together from its parts; nothing listens yet. */
export function composeHub(parts: HubParts): ComposedHub {
  const core = coreOf(parts);
  const { store, clock, governance, auditHead, bodyPool, onError } = core;
  const maintenance = new Maintenance({ store, clock, onError });
  return {
    app: createHubApp(appDeps(core)),
    start: () => {
      void maintenance.run();
      auditHead.start();
    },
    close: async () => {
      maintenance.stop();
      await bodyPool.close();
      await governance.close();
      await auditHead.close();
    },
  };
}

function coreOf(parts: HubParts): Core {
  const { config, store, clock, log, local } = parts;
  const onError = (error: unknown): void => {
    log.error(`A request failed: ${errorText(error)}`);
  };
  const failures = new AuthFailures({ audit: store.audit, clock, onError });
  const metrics = new Metrics();
  const governance = createGovernance({
    store,
    clock,
    inspect: inspectRequest,
    randomId: randomUUID,
    onEvent: (event) => {
      metrics.governed(event);
      // A failure at admission is also the request's own failure, and is reported with it.
      if (event.kind === "storeFailed" && event.during !== "admit") {
        onError(event.error);
      }
    },
  });
  const { records } = store;
  const keys = new UpstreamKeys({
    policy: config.keyPolicy,
    isLab: config.isLab,
    given: config.upstreams,
  });
  return {
    ...parts,
    onError,
    failures,
    metrics,
    governance,
    authenticator: new ApiAuthenticator({
      records,
      clock,
      failures,
      onError,
      ...(local && { local }),
    }),
    keys,
    upstreams: recordedUpstreams(parts, keys),
    scripted: config.isLab
      ? new ScriptedModels({ clock, ...config, isListed: config.idleExitMs === undefined })
      : undefined,
    bodyPool: new BodyPool({ clock }),
    auditHead: new AuditHead({
      path: auditHeadPath(config.dataFolder),
      audit: store.audit,
      clock,
      onError,
    }),
  };
}

function appDeps(core: Core): HubAppDeps {
  const { config, store, clock, governance, upstreams, scripted, onError, local } = core;
  const catalog = catalogOf(core);
  const runEnds = new RunEnds({ store, clock });
  return {
    version,
    nonce: core.nonce,
    ...(local && { prove: (challenge) => localHubProof(local.token, challenge) }),
    clock,
    guard: core.guard,
    crossOrigin: core.crossOrigin,
    ...(core.leases && { leases: core.leases }),
    ...(core.mount && { mount: core.mount }),
    stop: core.stop,
    authenticator: core.authenticator,
    api: {
      catalog: new EditedModels({
        catalog,
        records: governance.models,
        upstream: (id) => upstreams.find(id),
        currency: async () => (await governance.settings()).currency,
      }),
      clock,
      bodies: new BodyReader(core.bodyPool),
      governance,
      override: (request) => {
        const scenario = request.header("x-hub-scenario");
        return scenario === undefined ? undefined : scripted?.modelOf(scenario);
      },
      onError,
    },
    usage: (request, caller) =>
      usageRoute(request, caller, { store, clock, configuration: governance.configuration }),
    policy: (caller) => policyRoute(caller, { configuration: governance.configuration }),
    runEnd: (request, caller) => runEndRoute(request, caller, runEnds),
    admin: adminOf(core, catalog),
    checkReady: async () => {
      await store.check();
      await governance.checkReady();
    },
    programFolder: dirname(fileURLToPath(import.meta.url)),
    ...(config.recordFile !== undefined && { recorder: new Recorder(config.recordFile) }),
    onError,
    ...observersOf(core),
  };
}

function observersOf({
  store,
  clock,
  log,
  metrics,
}: Core): Pick<HubAppDeps, "metrics" | "onAnswer" | "onStream"> {
  return {
    metrics: async (request) => {
      if (!(await isAdminToken(tokenOf(request) ?? "", { store }))) {
        throw authenticationError("The administrator's token is needed to read the metrics.");
      }
      return metrics.text();
    },
    onAnswer: ({ request, status, route, startedAt }) => {
      const { id, method, path } = request;
      const ms = clock.now() - startedAt;
      const app = cleanAppName(request.header("x-hub-app"));
      metrics.answered({ route, status, app, seconds: ms / 1_000 });
      log.access({ request_id: id, method, path, status, ms });
    },
    onStream: () => metrics.streamOpened(),
  };
}

function recordedUpstreams({ store, clock, log }: HubParts, keys: UpstreamKeys): RecordedUpstreams {
  return new RecordedUpstreams({
    records: store.records,
    clock,
    readKeys: (records) => {
      const names = new Map(records.map(({ id, name }) => [id, name]));
      const known = new Map<string, string>();
      for (const [id, read] of keys.ofRecords(records)) {
        if ("problem" in read) {
          log.error(`The upstream ${names.get(id)} is asked without a key: ${read.problem}`);
        } else if (read.key !== undefined) {
          known.set(id, read.key);
        }
      }
      return known;
    },
  });
}

/**
 * The current catalog: configured upstreams, then administrators' entries, then built-in models.
 */
function catalogOf({
  config,
  clock,
  log,
  upstreams,
  scripted,
}: Core): Pick<ModelCatalog, "list" | "listed" | "find"> {
  const given = givenSources(config, clock);
  const builtIn = builtInSources(config, { clock, log, scripted });
  const current = async (): Promise<ModelCatalog> =>
    new ModelCatalog([...given, ...(await upstreams.list()), ...builtIn]);
  return {
    list: async () => (await current()).list(),
    listed: async () => (await current()).listed(),
    find: async (id) => (await current()).find(id),
  };
}

function adminOf(core: Core, catalog: Pick<ModelCatalog, "listed">): HubApp {
  const { config, authenticator, upstreams, governance } = core;
  const deps: AdminDeps = {
    store: core.store,
    clock: core.clock,
    version,
    failures: core.failures,
    openId: config.openId,
    listModels: () => catalog.listed(),
    givenUpstreams: config.upstreams,
    keys: core.keys,
    auditHead: core.auditHead,
    exportAudit,
    closing: core.closing,
    addressOf: ({ address }) => address,
    onChange: () => {
      authenticator.forget();
      upstreams.forget();
      governance.forget();
    },
    onError: core.onError,
  };
  return createAdminApp(adminRoutes(deps), deps);
}
