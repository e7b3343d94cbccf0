import type { Clock } from "../shared/base/clock.ts";
import { adminBase } from "./admin/base/adminApp.ts";
import { createRouter, type Route } from "./api/router.ts";
import type { ApiAuthenticator } from "./auth/apiAuthenticator.ts";
import { ApiError, errorStyleOf } from "./http/apiError.ts";
import type { CrossOrigin } from "./http/crossOrigin.ts";
import type { HubRequest, HubResponse } from "./http/message.ts";
import type { HubApp } from "./http/nodeServer.ts";
import type { OriginGuard } from "./http/originGuard.ts";
import type { FindRoute } from "./http/routeFinder.ts";
import { type ApiRouteDeps, apiRoutes, type ServiceRouteDeps, serviceRoutes } from "./hubRoutes.ts";
import { type LocalRouteDeps, localRoutes } from "./local/localRoutes.ts";
import type { Recorder } from "./recorder.ts";
import { StoreError } from "./store/store.ts";

export interface HubAppDeps extends LocalRouteDeps, ApiRouteDeps, ServiceRouteDeps {
  readonly clock: Clock;
  readonly guard: OriginGuard;
  readonly crossOrigin: CrossOrigin;
  readonly authenticator: ApiAuthenticator;
  readonly admin: HubApp;
  readonly mount?: MountedApp;
  readonly recorder?: Recorder;
  readonly onAnswer: (answer: BegunAnswer) => void;
  readonly onStream: () => () => void;
  /** Called for unexpected errors; the client gets a 500 without details. */
  readonly onError: (error: unknown) => void;
}

export interface MountedApp {
  readonly prefixes: readonly string[];
  readonly app: HubApp;
}

export interface BegunAnswer {
  readonly request: HubRequest;
  readonly status: number;
  readonly route: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

export function createHubApp(deps: HubAppDeps): HubApp {
  const find = createRouter([...apiRoutes(deps), ...serviceRoutes(deps), ...localRoutes(deps)]);
  return async (original) => {
    const startedAt = deps.clock.now();
    const recording = original.path.startsWith("/hub/v1/")
      ? deps.recorder?.watch(original)
      : undefined;
    const request = recording?.request ?? original;
    const response = finish(request, await answerOrError(request, find, deps), deps);
    recording?.finish();
    const { status } = response;
    deps.onAnswer({ request, status, route: routeName(find, request), startedAt });
    return watched(response, deps);
  };
}

async function answerOrError(
  request: HubRequest,
  find: FindRoute<Route>,
  deps: HubAppDeps,
): Promise<HubResponse> {
  try {
    return await answer(request, find, deps);
  } catch (error) {
    return errorResponse(error, request, deps);
  }
}

async function answer(
  request: HubRequest,
  find: FindRoute<Route>,
  { guard, crossOrigin, admin, authenticator, leases, mount }: HubAppDeps,
): Promise<HubResponse> {
  guard(request);
  const preflight = crossOrigin.preflight(request);
  if (preflight) {
    return preflight;
  }
  if (mount?.prefixes.some((prefix) => request.path.startsWith(prefix)) === true) {
    return mount.app(request);
  }
  if (request.path.startsWith(`${adminBase}/`)) {
    return admin(request);
  }
  const { route, parameter } = find(request);
  if (route.access === "token") {
    const caller = await authenticator.authenticate(request);
    leases?.touch();
    return route.handle(request, caller, parameter);
  }
  if (route.access === "local") {
    await authenticator.authenticateLocal(request);
    leases?.touch();
  }
  return route.handle(request, parameter);
}

function routeName(find: FindRoute<Route>, request: HubRequest): string {
  if (request.path.startsWith(`${adminBase}/`)) {
    return adminBase;
  }
  try {
    return find(request).route.path;
  } catch {
    return "none";
  }
}

function watched(response: HubResponse, { onStream }: HubAppDeps): HubResponse {
  const { body } = response;
  if (typeof body !== "function") {
    return response;
  }
  return {
    ...response,
    body: async (sink) => {
      const end = onStream();
      try {
        await body(sink);
      } finally {
        end();
      }
    },
  };
}

function errorResponse(error: unknown, request: HubRequest, { onError }: HubAppDeps): HubResponse {
  const style = errorStyleOf(request);
  if (error instanceof ApiError) {
    return error.toResponse(style, request.id);
  }
  if (error instanceof StoreError && error.reason === "unavailable") {
    onError(error);
    return hubUnavailable().toResponse(style, request.id);
  }
  if (!request.signal.aborted) {
    onError(error);
  }
  return new ApiError(500, "The hub failed at this request.").toResponse(style, request.id);
}

/** The error without a database: nothing is forwarded then. */
function hubUnavailable(): ApiError {
  return new ApiError(503, "The hub cannot work now: its database does not answer. Try again.", {
    code: "hub_unavailable",
    headers: { "retry-after": "5" },
  });
}

function finish(
  request: HubRequest,
  response: HubResponse,
  { crossOrigin }: HubAppDeps,
): HubResponse {
  return {
    ...response,
    headers: {
      "x-request-id": request.id,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      ...crossOrigin.headers(request),
      ...response.headers,
    },
  };
}
