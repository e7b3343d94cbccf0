import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { inspectRequest } from "../dlp/scanRequest.ts";
import type { Clock } from "../shared/base/clock.ts";
import { localHubProof } from "../shared/hubApi/localHub.ts";
import { runEndRoute } from "./api/runEndRoute.ts";
import { usageRoute } from "./api/usageRoute.ts";
import type { HubAppDeps } from "./app.ts";
import { ApiAuthenticator, type LocalAccess } from "./auth/apiAuthenticator.ts";
import { AuthFailures } from "./auth/authFailures.ts";
import { BodyPool } from "./bodies/bodyPool.ts";
import { BodyReader } from "./bodies/bodyReader.ts";
import type { HubConfig } from "./config/hubConfig.ts";
import { Failover } from "./failover/failover.ts";
import { cleanAppName } from "./governance/appName.ts";
import type { OpenRequests } from "./governance/budgets/arrivals.ts";
import { HubGovernance } from "./governance/governance.ts";
import { RunEnds } from "./governance/runEnds.ts";
import type { CrossOrigin } from "./http/crossOrigin.ts";
import type { OriginGuard } from "./http/originGuard.ts";
import { ScriptedModels } from "./lab/scripted/scriptedModels.ts";
import { errorText, type Log } from "./log.ts";
import { type MetricGauges, Metrics } from "./metrics.ts";
import { EditedModels } from "./models/editedModels.ts";
import { ModelCatalog } from "./models/modelCatalog.ts";
import { builtInSources } from "./modelSources.ts";
import { Recorder } from "./recorder.ts";
import { GivenUpstreams } from "./upstream/givenUpstreams.ts";
import { RecordedUpstreams } from "./upstream/recordedUpstreams.ts";
import { type RouteHour, UpstreamHealth } from "./upstream/upstreamHealth.ts";
import { UpstreamKeys } from "./upstream/upstreamKeys.ts";
import { version } from "./version.ts";
import type { ApiStore } from "./workers/storeCalls.ts";

export interface ApiParts {
  readonly config: HubConfig;
  readonly store: ApiStore;
  readonly openRequests: OpenRequests;
  readonly clock: Clock;
  readonly nonce: string;
  readonly log: Log;
  readonly guard: OriginGuard;
  readonly crossOrigin: CrossOrigin;
  readonly local: LocalAccess | undefined;
  readonly bodyThreads?: number;
}

export interface ApiCore {
  readonly failures: AuthFailures;
  readonly authenticator: ApiAuthenticator;
  readonly keys: UpstreamKeys;
  readonly given: GivenUpstreams;
  readonly upstreams: RecordedUpstreams;
  readonly failover: Failover;
  readonly health: UpstreamHealth;
  readonly scripted: ScriptedModels | undefined;
  readonly metrics: Metrics;
  readonly governance: HubGovernance;
  readonly bodyPools: { readonly bodies: BodyPool; readonly pdfs: BodyPool };
  readonly catalog: Pick<ModelCatalog, "list" | "listed" | "find">;
  readonly onError: (error: unknown) => void;
  readonly forget: () => void;
}

export function composeApi(parts: ApiParts): ApiCore {
  const { config, store, openRequests, clock, log, local } = parts;
  const onError = (error: unknown): void => {
    log.error(`A request failed: ${errorText(error)}`);
  };
  const failures = new AuthFailures({ audit: store.audit, clock, onError });
  const { records } = store;
  const keys = new UpstreamKeys({
    policy: config.keyPolicy,
    isLab: config.isLab,
    given: config.upstreams,
  });
  const reports = { problem: log.error, solved: log.info };
  const given = new GivenUpstreams(config.upstreams, { clock, keys, reports });
  const upstreams = new RecordedUpstreams({ records, clock, keys, reports });
  const failover = new Failover({ clock, report: log.info });
  const metrics = new Metrics(gaugesOf({ given, upstreams, failover }));
  const governance = new HubGovernance({
    store,
    openRequests,
    clock,
    givenKinds: config.kinds,
    inspect: inspectRequest,
    randomId: randomUUID,
    onEvent: (event) => {
      metrics.governed(event);
      if (event.kind === "storeFailed" && event.during !== "admit") {
        onError(event.error);
      }
    },
  });
  const authenticator = new ApiAuthenticator({
    records,
    clock,
    failures,
    onError,
    ...(local && { local }),
  });
  const scripted = config.isLab
    ? new ScriptedModels({ clock, ...config, isListed: config.idleExitMs === undefined })
    : undefined;
  const sources = { given, upstreams, scripted, health: new UpstreamHealth(clock) };
  return {
    ...sources,
    onError,
    failures,
    metrics,
    governance,
    authenticator,
    keys,
    failover,
    bodyPools: bodyPoolsOf(parts),
    catalog: catalogOf(parts, sources),
    forget: () => {
      authenticator.forget();
      upstreams.forget();
      governance.forget();
    },
  };
}

function bodyPoolsOf({ clock, bodyThreads }: ApiParts): ApiCore["bodyPools"] {
  return {
    bodies: new BodyPool({ clock, ...(bodyThreads !== undefined && { size: bodyThreads }) }),
    // Two, so that one person's PDFs do not delay those of another.
    pdfs: new BodyPool({ clock, size: bodyThreads ?? 2 }),
  };
}

export function routeHours({ health, failover }: ApiCore): readonly RouteHour[] {
  return health.hours(failover.avoided);
}

function gaugesOf({
  given,
  upstreams,
  failover,
}: Pick<ApiCore, "given" | "upstreams" | "failover">): MetricGauges {
  return {
    keyProblems: () => given.keyProblems + upstreams.keyProblems,
    routes: () => failover.counts,
  };
}

type ApiAppDeps = Omit<HubAppDeps, "admin" | "metrics" | "stop" | "leases" | "mount">;

export function apiAppDeps(parts: ApiParts, core: ApiCore): ApiAppDeps {
  const { config, store, clock, nonce, local, guard, crossOrigin } = parts;
  const { governance, upstreams, health, scripted, authenticator, catalog, onError } = core;
  const runEnds = new RunEnds({ store, clock });
  return {
    version,
    nonce,
    ...(local && { prove: (challenge) => localHubProof(local.token, challenge) }),
    clock,
    guard,
    crossOrigin,
    authenticator,
    api: {
      catalog: new EditedModels({
        catalog,
        records: governance.models,
        upstream: async (id) => {
          const upstream = await upstreams.find(id);
          return upstream && health.watched(upstream);
        },
        inOrder: (routes) => core.failover.inOrder(routes),
        currency: async () => (await governance.settings()).currency,
      }),
      clock,
      bodies: new BodyReader(core.bodyPools),
      governance,
      override: (request) => {
        const scenario = request.header("x-hub-scenario");
        return scenario === undefined ? undefined : scripted?.modelOf(scenario);
      },
      onError,
    },
    usage: (request, caller) =>
      usageRoute(request, caller, { store, clock, configuration: governance.configuration }),
    configuration: governance.configuration,
    runEnd: (request, caller) => runEndRoute(request, caller, runEnds),
    checkReady: async () => {
      await store.check();
      await governance.checkReady();
    },
    avoidedRoutes: () => core.failover.counts.avoidedRoutes,
    programFolder: dirname(fileURLToPath(import.meta.url)),
    ...(config.recordFile !== undefined && { recorder: new Recorder(config.recordFile) }),
    onError,
    ...observersOf(parts, core),
  };
}

function observersOf(
  { clock, log }: ApiParts,
  { metrics }: ApiCore,
): Pick<HubAppDeps, "onAnswer" | "onStream"> {
  return {
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

/** Configured upstreams come first: a client's default must be a real model. */
function catalogOf(
  { config, clock, log }: ApiParts,
  {
    given,
    upstreams,
    health,
    scripted,
  }: Pick<ApiCore, "given" | "upstreams" | "health" | "scripted">,
): ApiCore["catalog"] {
  const builtIn = builtInSources(config, { clock, log, scripted });
  const current = async (): Promise<ModelCatalog> =>
    new ModelCatalog([
      ...[...given.list(), ...(await upstreams.list())].map((each) => health.watched(each)),
      ...builtIn,
    ]);
  return {
    list: async () => (await current()).list(),
    listed: async () => (await current()).listed(),
    find: async (id) => (await current()).find(id),
  };
}
