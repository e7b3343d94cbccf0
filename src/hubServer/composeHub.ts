import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { inspectRequest } from "../dlp/scanRequest.ts";
import type { Clock } from "../shared/clock.ts";
import { createAdminApp } from "./admin/adminApp.ts";
import type { AdminDeps } from "./admin/adminDeps.ts";
import { adminRoutes } from "./admin/adminRoutes.ts";
import { AuditHead } from "./admin/auditHead.ts";
import { readUpstreamKey } from "./admin/upstreamKey.ts";
import { EditedModels, type Models } from "./api/editedModels.ts";
import { ModelCatalog } from "./api/modelCatalog.ts";
import { createHubApp } from "./app.ts";
import { ApiAuthenticator } from "./auth/apiAuthenticator.ts";
import { AuthFailures } from "./auth/authFailures.ts";
import type { Caller } from "./governance/admission.ts";
import { createGovernance } from "./governance/governance.ts";
import { RecordCache } from "./governance/recordCache.ts";
import type { HubApp } from "./http/nodeServer.ts";
import type { OriginGuard } from "./http/originGuard.ts";
import type { HubConfig } from "./hubConfig.ts";
import type { Leases } from "./local/leases.ts";
import { errorText, type Log } from "./log.ts";
import { builtInSources, givenSources } from "./modelSources.ts";
import { auditHeadPath } from "./openStore.ts";
import { Recorder } from "./recorder.ts";
import { Retention } from "./retention.ts";
import { ScriptedModels } from "./scripted/scriptedModels.ts";
import { exportAudit } from "./store/auditExport.ts";
import type { Store } from "./store/store.ts";
import { RecordedUpstreams } from "./upstream/recordedUpstreams.ts";
import { version } from "./version.ts";

export interface HubParts {
  readonly config: HubConfig;
  readonly store: Store;
  readonly clock: Clock;
  /** Names this start of the process. */
  readonly nonce: string;
  readonly log: Log;
  readonly guard: OriginGuard;
  /** Windows that need this hub. */
  readonly leases: Leases | undefined;
  /** The token of this run, and who it stands for. */
  readonly local: { readonly token: string; readonly caller: Caller } | undefined;
  /** Aborted when the hub begins to close. */
  readonly closing: AbortSignal;
  readonly stop: () => void;
}

export interface ComposedHub {
  readonly app: HubApp;
  /** Ends what runs by itself; the store is still open. */
  readonly close: () => Promise<void>;
}

/** Puts the hub together from its parts; nothing listens yet. */
export function composeHub(parts: HubParts): ComposedHub {
  const { config, store, clock, log, local } = parts;
  const onError = (error: unknown): void => {
    log.error(`A request failed: ${errorText(error)}`);
  };
  const failures = new AuthFailures({ audit: store.audit, clock, onError });
  const authenticator = new ApiAuthenticator({
    records: store.records,
    clock,
    failures,
    ...(local && { local }),
    onError,
  });
  const upstreams = recordedUpstreams(parts);
  const scripted = config.isLab
    ? new ScriptedModels({ clock, ...config, isListed: config.idleExitMs === undefined })
    : undefined;
  const catalog = catalogOf(parts, { upstreams, scripted });
  const governance = createGovernance({
    store,
    clock,
    inspect: inspectRequest,
    randomId: randomUUID,
    onEvent: (event) => {
      if ("error" in event) {
        onError(event.error);
      }
    },
  });
  const records = new RecordCache(store.records, clock);
  const models = new EditedModels({
    catalog,
    records: async () => (await records.read()).models,
    upstream: (id) => upstreams.find(id),
    currency: async () => (await records.read()).settings.currency,
  });
  const auditHead = new AuditHead({
    path: auditHeadPath(config.dataFolder),
    audit: store.audit,
    clock,
    onError,
  });
  const retention = new Retention({ store, clock, onError });
  void retention.run();
  auditHead.start();
  const app = createHubApp({
    version,
    nonce: parts.nonce,
    clock,
    guard: parts.guard,
    ...(parts.leases && { leases: parts.leases }),
    stop: parts.stop,
    authenticator,
    api: {
      catalog: models,
      clock,
      governance,
      override: (request) => {
        const scenario = request.header("x-hub-scenario");
        return scenario === undefined ? undefined : scripted?.modelOf(scenario);
      },
      onError,
    },
    admin: adminOf(parts, {
      failures,
      auditHead,
      listModels: () => catalog.list(),
      onChange: () => {
        authenticator.forget();
        upstreams.forget();
        governance.forget();
        records.forget();
      },
      onError,
    }),
    checkReady: async () => {
      await store.check();
      await governance.checkReady();
    },
    programFolder: dirname(fileURLToPath(import.meta.url)),
    ...(config.recordFile !== undefined && { recorder: new Recorder(config.recordFile) }),
    onAnswer: (request, { status }, startedAt) => {
      const { id, method, path } = request;
      const ms = clock.now() - startedAt;
      log.access({ request_id: id, method, path, status, ms });
    },
    onError,
  });
  return {
    app,
    close: async () => {
      retention.stop();
      await governance.close();
      await auditHead.close();
    },
  };
}

function recordedUpstreams({ store, clock, log }: HubParts): RecordedUpstreams {
  return new RecordedUpstreams({
    records: store.records,
    clock,
    readKey: async ({ name, keyFrom }) => {
      const read = await readUpstreamKey(keyFrom, process.env);
      if ("problem" in read) {
        log.error(`The upstream ${name} is asked without a key: ${read.problem}`);
        return undefined;
      }
      return read.key;
    },
  });
}

/** What is configured, what administrators have entered and what is built in, in this order, as it is now. */
function catalogOf(
  { config, clock, log }: HubParts,
  others: {
    readonly upstreams: RecordedUpstreams;
    readonly scripted: ScriptedModels | undefined;
  },
): Models {
  const given = givenSources(config, clock);
  const builtIn = builtInSources(config, { clock, log, scripted: others.scripted });
  const current = async (): Promise<ModelCatalog> =>
    new ModelCatalog([...given, ...(await others.upstreams.list()), ...builtIn]);
  return {
    list: async () => (await current()).list(),
    find: async (id) => (await current()).find(id),
  };
}

function adminOf(
  { config, store, clock, closing }: HubParts,
  deps: Pick<AdminDeps, "failures" | "auditHead" | "listModels" | "onChange" | "onError">,
): HubApp {
  const all: AdminDeps = {
    ...deps,
    store,
    clock,
    version,
    openId: config.openId,
    givenUpstreams: config.upstreams,
    environment: process.env,
    exportAudit,
    closing,
    addressOf: ({ address }) => address,
  };
  return createAdminApp(adminRoutes(all), all);
}
