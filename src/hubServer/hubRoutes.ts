import { join } from "node:path";

import { challengePattern } from "../shared/hubApi/localHub.ts";
import type { ApiDeps } from "./api/apiDeps.ts";
import { chatCompletionsRoute } from "./api/chatRoute.ts";
import { completionsRoute } from "./api/completionsRoute.ts";
import { embeddingsRoute } from "./api/embeddingsRoute.ts";
import { managedSettingsRoute } from "./api/managedSettingsRoute.ts";
import { countTokensRoute, messagesRoute } from "./api/messagesRoute.ts";
import { modelRoute, modelsRoute } from "./api/modelsRoute.ts";
import { opencodeConfigRoute } from "./api/opencodeRoute.ts";
import { policyRoute, type PolicyRouteDeps, skillsRoute } from "./api/policyRoute.ts";
import { keptResponseRoute, responsesRoute } from "./api/responsesRoute.ts";
import type { Route } from "./api/router.ts";
import { vendorPolicyRoute } from "./api/vendorPolicyRoute.ts";
import type { Caller } from "./auth/caller.ts";
import { type HubRequest, type HubResponse, jsonResponse } from "./http/message.ts";
import { authorizationServerRoutes } from "./pages/authorizationServer.ts";
import { consoleFile } from "./pages/consolePage.ts";
import { downloadRoutes } from "./pages/downloadRoutes.ts";
import { helpFile } from "./pages/helpFile.ts";
import { opencodeRoute } from "./pages/opencodeSignIn.ts";

export interface ApiRouteDeps {
  readonly api: ApiDeps;
  readonly usage: (request: HubRequest, caller: Caller) => Promise<HubResponse>;
  readonly configuration: PolicyRouteDeps["configuration"];
  readonly runEnd: (request: HubRequest, caller: Caller) => Promise<HubResponse>;
}

export interface ServiceRouteDeps {
  readonly version: string;
  readonly nonce: string;
  /** Proves to the extension that this is its hub. */
  readonly prove?: (challenge: string) => Promise<string>;
  readonly checkReady: () => Promise<void>;
  readonly avoidedRoutes: () => number;
  /** Contains `console/`, `docs/`, and `package/` with the extension. */
  readonly programFolder: string;
  readonly metrics: (request: HubRequest) => Promise<string>;
}

/** Each route is either free or goes through governance. */
export function apiRoutes({ api, usage, configuration, runEnd }: ApiRouteDeps): readonly Route[] {
  const access = "token";
  const billable = billableWith(api);
  return [
    {
      method: "POST",
      path: "/hub/v1/chat/completions",
      access,
      handle: billable(chatCompletionsRoute),
    },
    {
      method: "POST",
      path: "/hub/v1/messages",
      access,
      handle: billable(messagesRoute),
    },
    {
      method: "POST",
      path: "/hub/v1/messages/count_tokens",
      access,
      handle: billable(countTokensRoute),
    },
    {
      method: "POST",
      path: "/hub/v1/responses",
      access,
      handle: billable(responsesRoute),
    },
    ...keptResponseRoutes,
    {
      method: "POST",
      path: "/hub/v1/embeddings",
      access,
      handle: billable(embeddingsRoute),
    },
    {
      method: "POST",
      path: "/hub/v1/completions",
      access,
      handle: billable(completionsRoute),
    },
    { method: "GET", path: "/hub/v1/usage", access, handle: usage },
    ...policyRoutes(api, configuration),
    { method: "POST", path: "/hub/v1/runs/end", access, handle: runEnd },
    ...settingsRoutes({ ...api, configuration }),
    {
      method: "GET",
      path: "/hub/v1/models",
      access,
      handle: (request, caller) => modelsRoute(request, caller, api),
    },
    {
      method: "GET",
      path: "/hub/v1/models/*",
      access,
      handle: (request, caller, id) => modelRoute(request, caller, { ...api, id }),
    },
  ];
}

function policyRoutes(
  api: ApiDeps,
  configuration: PolicyRouteDeps["configuration"],
): readonly Route[] {
  return [
    {
      method: "GET",
      path: "/hub/v1/policy",
      access: "token",
      handle: (_, caller) => policyRoute(caller, { configuration, now: () => api.clock.now() }),
    },
    {
      method: "GET",
      path: "/hub/v1/policy/*",
      access: "token",
      handle: (_, caller, client) => vendorPolicyRoute(caller, client, { ...api, configuration }),
    },
    {
      method: "GET",
      path: "/hub/v1/skills",
      access: "token",
      handle: (_, caller) => skillsRoute(caller, { configuration }),
    },
  ];
}

/** Routes for programs of other vendors, after their own sign-in. */
function settingsRoutes(deps: ApiDeps & PolicyRouteDeps): readonly Route[] {
  return [
    {
      method: "GET",
      path: "/hub/managed/settings",
      access: "token",
      handle: (request, caller) => managedSettingsRoute(request, caller, deps),
    },
    {
      method: "GET",
      path: "/hub/opencode.json",
      access: "token",
      handle: (request, caller) => opencodeConfigRoute(request, caller, deps),
    },
  ];
}

const keptResponseRoutes = (["GET", "POST", "DELETE"] as const).map((method) => {
  const route = {
    path: "/hub/v1/responses/*",
    access: "token",
    handle: keptResponseRoute,
  } as const;
  return { method, ...route };
});

type BillableRoute = (
  request: HubRequest,
  caller: Caller,
  deps: ApiDeps,
) => HubResponse | Promise<HubResponse>;

/** Counts a request as open from its headers on, because a body that never arrives occupies a place, too. */
function billableWith(api: ApiDeps) {
  return (route: BillableRoute) =>
    async (request: HubRequest, caller: Caller): Promise<HubResponse> => {
      const app = request.header("x-hub-app");
      await api.governance.arrive({ caller, requestId: request.id, app });
      try {
        return await route(request, caller, api);
      } finally {
        await api.governance.handled(request.id);
      }
    };
}

export function serviceRoutes(deps: ServiceRouteDeps): readonly Route[] {
  const { checkReady, version, nonce, programFolder } = deps;
  const console = { folder: join(programFolder, "console"), version };
  const access = "open";
  const ok = (): HubResponse => jsonResponse(200, { status: "ok", nonce, version });
  return [
    { method: "GET", path: "/healthz", access, handle: (request) => health(request, deps) },
    {
      method: "GET",
      path: "/readyz",
      access,
      handle: async () => {
        await checkReady();
        const avoided = { avoided_routes: deps.avoidedRoutes() };
        return jsonResponse(200, { status: "ok", nonce, version, ...avoided });
      },
    },
    { method: "HEAD", path: "/hub", access, handle: ok },
    {
      method: "GET",
      path: "/metrics",
      access,
      handle: async (request) => ({
        status: 200,
        headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
        body: await deps.metrics(request),
      }),
    },
    {
      method: "GET",
      path: "/hub/console",
      access,
      handle: (request) => consoleFile("", request, console),
    },
    {
      method: "GET",
      path: "/hub/console/*",
      access,
      handle: (request, path) => consoleFile(`/${path}`, request, console),
    },
    {
      method: "GET",
      path: "/hub/docs",
      access,
      handle: (request) => helpFile("", request, join(programFolder, "docs")),
    },
    {
      method: "GET",
      path: "/hub/docs/*",
      access,
      handle: (request, name) => helpFile(name, request, join(programFolder, "docs")),
    },
    ...authorizationServerRoutes,
    opencodeRoute,
    ...downloadRoutes(programFolder),
  ];
}

async function health(
  { query }: HubRequest,
  { version, nonce, prove }: ServiceRouteDeps,
): Promise<HubResponse> {
  const challenge = query.get("challenge") ?? "";
  const isAsked = prove && challengePattern.test(challenge);
  const proof = isAsked ? await prove(challenge) : undefined;
  return jsonResponse(200, { status: "ok", nonce, version, ...(proof !== undefined && { proof }) });
}
