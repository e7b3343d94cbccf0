import type { Clock } from "../shared/clock.ts";
import { leaseSchema } from "../shared/localHub.ts";
import { chatCompletions } from "./api/chatRoute.ts";
import type { ModelCatalog } from "./api/modelCatalog.ts";
import { listModels, showModel } from "./api/modelsRoute.ts";
import { createToken, listTokens, readJson, revokeToken } from "./api/tokensRoute.ts";
import type { Authenticator } from "./auth/authenticator.ts";
import type { TokenStore } from "./auth/tokenStore.ts";
import { consolePage } from "./consolePage.ts";
import { downloadFile } from "./download.ts";
import { ApiError } from "./http/apiError.ts";
import { type HubRequest, type HubResponse, jsonResponse } from "./http/message.ts";
import type { HubApp } from "./http/nodeServer.ts";
import type { OriginGuard } from "./http/originGuard.ts";
import { findRoute, type Route } from "./http/router.ts";
import type { Leases } from "./local/leases.ts";
import type { Recorder } from "./recorder.ts";

export interface HubAppDeps {
  readonly version: string;
  /** Names this start of the process. */
  readonly nonce: string;
  readonly clock: Clock;
  readonly guard: OriginGuard;
  readonly authenticator: Authenticator;
  readonly tokens: TokenStore;
  readonly catalog: ModelCatalog;
  /** Folder with `vscode-extension.zip` and `vscode-extension/`. */
  readonly packageFolder: string;
  /** Windows that need this hub; absent if it stays whether or not any does. */
  readonly leases?: Leases;
  /** Ends the hub, after its answer to who asked for it. */
  readonly stop: () => void;
  /** Scripted model that a request asks for whatever model it names; lab only. */
  readonly scenario: (request: HubRequest) => string | undefined;
  readonly recorder?: Recorder;
  /** Told of what should not have happened; the client gets a 500 without details. */
  readonly onError: (error: unknown) => void;
}

/** The hub as a function from request to response. Everything it needs comes in; it never listens. */
export function createHubApp(deps: HubAppDeps): HubApp {
  const routes = routesOf(deps);
  return async (original) => {
    const recording = original.path.startsWith("/hub/v1/")
      ? deps.recorder?.watch(original)
      : undefined;
    const request = recording?.request ?? original;
    try {
      return finish(request, await answer(request, routes, deps));
    } catch (error) {
      return finish(request, errorResponse(error, request, deps));
    } finally {
      recording?.finish();
    }
  };
}

async function answer(
  request: HubRequest,
  routes: readonly Route[],
  { guard, authenticator, leases }: HubAppDeps,
): Promise<HubResponse> {
  guard(request);
  const { route, parameter } = findRoute(routes, request);
  authenticator.check(request, route.access);
  if (route.access !== "open") {
    leases?.touch();
  }
  return route.handle(request, parameter);
}

function routesOf(deps: HubAppDeps): readonly Route[] {
  const { catalog, tokens, clock, version, nonce, packageFolder } = deps;
  const ok = (): HubResponse => jsonResponse(200, { status: "ok", nonce, version });
  return [
    { method: "GET", path: "/healthz", access: "open", handle: ok },
    { method: "GET", path: "/readyz", access: "open", handle: ok },
    { method: "HEAD", path: "/hub", access: "open", handle: ok },
    {
      method: "GET",
      path: "/hub/console",
      access: "open",
      handle: () => consolePage(version),
    },
    { method: "GET", path: "/hub/v1/models", access: "token", handle: () => listModels(catalog) },
    {
      method: "GET",
      path: "/hub/v1/models/*",
      access: "token",
      handle: (_, id) => showModel(catalog, id),
    },
    {
      method: "POST",
      path: "/hub/v1/chat/completions",
      access: "token",
      handle: (request) => chatCompletions(request, { catalog, clock, override: deps.scenario }),
    },
    {
      method: "POST",
      path: "/hub/admin/v1/tokens",
      access: "admin",
      handle: (request) => createToken(request, tokens, clock.now()),
    },
    {
      method: "GET",
      path: "/hub/admin/v1/tokens",
      access: "admin",
      handle: () => listTokens(tokens),
    },
    {
      method: "DELETE",
      path: "/hub/admin/v1/tokens/*",
      access: "admin",
      handle: (_, id) => revokeToken(tokens, id),
    },
    {
      method: "GET",
      path: "/vscode-extension.zip",
      access: "open",
      handle: () => downloadFile(packageFolder, "vscode-extension.zip"),
    },
    {
      method: "GET",
      path: "/vscode-extension/*",
      access: "open",
      handle: (_, path) => downloadFile(`${packageFolder}/vscode-extension`, path),
    },
    ...localRoutesOf(deps),
  ];
}

/** For the extension on this machine, which shares one hub between its windows. */
function localRoutesOf({ leases, stop }: HubAppDeps): readonly Route[] {
  return [
    {
      method: "POST",
      path: "/hub/local/lease",
      access: "local",
      handle: async (request) => {
        leases?.renew((await readJson(request, leaseSchema)).clientId);
        return jsonResponse(200, { status: "ok" });
      },
    },
    {
      method: "DELETE",
      path: "/hub/local/lease",
      access: "local",
      handle: async (request) => {
        leases?.release((await readJson(request, leaseSchema)).clientId);
        return jsonResponse(200, { status: "ok" });
      },
    },
    {
      method: "POST",
      path: "/hub/local/stop",
      access: "local",
      handle: () => {
        if (!leases) {
          throw new ApiError(403, "This hub was started by hand: stop it where it was started.", {
            type: "permission_error",
            code: "not_stoppable",
          });
        }
        stop();
        return jsonResponse(200, { status: "stopping" });
      },
    },
  ];
}

function errorResponse(
  error: unknown,
  { signal }: HubRequest,
  { onError }: HubAppDeps,
): HubResponse {
  if (error instanceof ApiError) {
    return error.toResponse();
  }
  // Whatever breaks because the client has left is as it should be.
  if (!signal.aborted) {
    onError(error);
  }
  return new ApiError(500, "The hub failed at this request.").toResponse();
}

function finish(request: HubRequest, response: HubResponse): HubResponse {
  return {
    ...response,
    headers: {
      "x-request-id": request.id,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      ...response.headers,
    },
  };
}
