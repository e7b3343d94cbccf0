import { tokenOf } from "../../auth/apiAuthenticator.ts";
import { hashToken, isSameHash } from "../../auth/hubToken.ts";
import { mayWork } from "../../auth/mayWork.ts";
import { authenticationError } from "../../http/apiError.ts";
import type { HubRequest, HubResponse } from "../../http/message.ts";
import { type FindRoute, routeFinder } from "../../http/routeFinder.ts";
import { builtInAdmin } from "../../store/builtInRecords.ts";
import type { UserRecord } from "../../store/records.ts";
import type { AdminDeps } from "./adminDeps.ts";
import { answerOf, forbidden } from "./adminErrors.ts";
import type { AdminRoute, Principal } from "./adminRoute.ts";
import { requireKnown } from "./queryParameters.ts";
import { findSession, hasSessionCookie, isBoundToPage } from "./sessions.ts";

export const adminBase = "/hub/admin/v1";

export function createAdminApp(
  routes: readonly AdminRoute[],
  deps: AdminDeps,
): (request: HubRequest) => Promise<HubResponse> {
  const find = routeFinder(
    routes.map((route) => ({ ...route, path: `${adminBase}${route.path}` })),
  );
  return async (request) => {
    try {
      const response = await answer(request, find, deps);
      return { ...response, headers: { "cache-control": "no-store", ...response.headers } };
    } catch (error) {
      throw answerOf(error);
    }
  };
}

async function answer(
  request: HubRequest,
  find: FindRoute<AdminRoute>,
  deps: AdminDeps,
): Promise<HubResponse> {
  const { route, parameter: id } = find(request);
  if (route.access === "open") {
    return route.handle(request);
  }
  const principal = await principalOf(request, deps);
  if (route.access === "admin" && principal.user.role !== "admin") {
    throw forbidden("Only an administrator may do this.");
  }
  requireKnown(request.query, Object.keys(route.doc.query ?? {}));
  return route.handle({ request, id, principal });
}

async function principalOf(request: HubRequest, deps: AdminDeps): Promise<Principal> {
  const token = tokenOf(request);
  return token === undefined
    ? principalOfSession(request, deps)
    : { user: await userOfAdminToken(token, request, deps) };
}

async function userOfAdminToken(
  token: string,
  request: HubRequest,
  deps: AdminDeps,
): Promise<UserRecord> {
  if (!(await isAdminToken(token, deps))) {
    await deps.failures.note({ reason: "admin_token", requestId: request.id });
    throw authenticationError("This is not the administrator's token of this hub.");
  }
  return builtInAdmin(deps.store);
}

export async function isAdminToken(
  token: string,
  { store }: Pick<AdminDeps, "store">,
): Promise<boolean> {
  const hash = (await store.records.get("settings", "hub"))?.adminTokenHash;
  return hash !== undefined && isSameHash(hash, hashToken(token));
}

async function principalOfSession(request: HubRequest, deps: AdminDeps): Promise<Principal> {
  const { store, clock, failures } = deps;
  const session = await findSession(store.sessions, request, clock.now());
  const user = session && (await store.records.get("user", session.userId));
  if (!session || !mayWork(user)) {
    // A browser also sends cookies of other programs on this host: no failed sign-in.
    if (hasSessionCookie(request)) {
      await failures.note({ reason: "session", requestId: request.id });
    }
    throw authenticationError(
      "Nobody is signed in, or the session has ended. Sign in.",
      "no_session",
    );
  }
  const isChange = request.method !== "GET";
  if (
    (isChange || isBoundToPage(session, request)) &&
    !isCsrfToken(request.header("x-csrf-token"), session.csrfToken)
  ) {
    await failures.note({ reason: "csrf", requestId: request.id, userId: user.id });
    if (!isChange) {
      throw authenticationError("Nobody is signed in on this page. Sign in.", "no_session");
    }
    throw forbidden("The header x-csrf-token is missing or wrong. Load the page again.", "csrf");
  }
  return { user, session };
}

function isCsrfToken(given: string | undefined, expected: string): boolean {
  return given !== undefined && isSameHash(hashToken(given), hashToken(expected));
}
