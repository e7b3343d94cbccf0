import type * as z from "zod/mini";

import { sessionSchema, signInOptionsSchema, signInSchema } from "../../shared/hubApi/hubAdmin.ts";
import { mayWork } from "../auth/mayWork.ts";
import { isPasswordOf } from "../auth/password.ts";
import { SignInTurns } from "../auth/signInTurns.ts";
import { authenticationError } from "../http/apiError.ts";
import { type HubRequest, type HubResponse, jsonResponse } from "../http/message.ts";
import { builtInAdmin, readSettings } from "../store/builtInRecords.ts";
import type { UserRecord } from "../store/records.ts";
import { adminBase, isAdminToken } from "./base/adminApp.ts";
import type { AdminDeps } from "./base/adminDeps.ts";
import type { AdminRoute, Principal } from "./base/adminRoute.ts";
import { deletedSchema } from "./base/collection.ts";
import { readBody } from "./base/input.ts";
import { beginSession, endedCookie } from "./base/sessions.ts";
import { findUserByLogin, foldedLogin } from "./records/users.ts";

type SignIn = z.output<typeof signInSchema>;

export function signInRoutes(deps: AdminDeps): readonly AdminRoute[] {
  const desk = new SignInDesk(deps);
  return [
    {
      method: "GET",
      path: "/sign-in-options",
      access: "open",
      doc: { summary: "How one can sign in", answer: signInOptionsSchema },
      handle: () => jsonResponse(200, optionsOf(deps)),
    },
    {
      method: "POST",
      path: "/session",
      access: "open",
      doc: { summary: "Sign in", body: signInSchema, answer: sessionSchema, status: 201 },
      handle: (request) => desk.signIn(request),
    },
    {
      method: "GET",
      path: "/session",
      access: "user",
      doc: { summary: "Who is signed in", answer: sessionSchema },
      handle: async ({ principal }) => jsonResponse(200, await sessionJson(principal, deps)),
    },
    {
      method: "DELETE",
      path: "/session",
      access: "user",
      doc: { summary: "Sign out", answer: deletedSchema },
      handle: async ({ request, principal }) => {
        if (principal.session) {
          await deps.store.sessions.remove(principal.session.hash);
        }
        const body = { id: "session", object: "session", deleted: true };
        return jsonResponse(200, body, { "set-cookie": endedCookie(request) });
      },
    },
  ];
}

function optionsOf({ openId }: AdminDeps): z.infer<typeof signInOptionsSchema> {
  return {
    password: true,
    admin_token: true,
    openid: openId ? { name: openId.name, url: `${adminBase}/openid/start` } : null,
  };
}

async function sessionJson(
  { user, session }: Principal,
  { store, version }: AdminDeps,
): Promise<z.infer<typeof sessionSchema>> {
  const [profile, sector, settings] = await Promise.all([
    store.records.get("profile", user.profileId),
    store.records.get("sector", user.sectorId),
    readSettings(store),
  ]);
  return {
    user: {
      id: user.id,
      name: user.name,
      login: user.login,
      role: user.role,
      profile: profile?.name ?? null,
      sector: sector?.name ?? null,
    },
    csrf_token: session?.csrfToken ?? "",
    currency: settings.currency,
    time_zone: settings.timeZone,
    version,
  };
}

class SignInDesk {
  readonly #deps: AdminDeps;
  readonly #turns: SignInTurns;

  constructor(deps: AdminDeps) {
    this.#deps = deps;
    // One at a time: hashing must leave the processor to other requests.
    this.#turns = new SignInTurns(deps.clock, { parallel: 1 });
  }

  async signIn(request: HubRequest): Promise<HubResponse> {
    const { store, clock, failures, addressOf } = this.#deps;
    const input = await readBody(request, signInSchema);
    const guesser = {
      address: addressOf(request),
      login: "login" in input ? foldedLogin(input.login) : "\nadministrator's token",
    };
    const user = await this.#turns.take(guesser, () => this.#userOf(input));
    if (!user) {
      await failures.note({ reason: "sign_in", requestId: request.id });
      throw authenticationError("This is not right. Check what you typed.", "sign_in_failed");
    }
    const who = { userId: user.id, now: clock.now() };
    const { session, cookie } = await beginSession(store.sessions, request, who);
    const body = await sessionJson({ user, session }, this.#deps);
    return jsonResponse(201, body, { "set-cookie": cookie });
  }

  /** The user of a sign-in. A wrong password and an unknown login give the same answer after the same time. */
  async #userOf(input: SignIn): Promise<UserRecord | undefined> {
    const { store } = this.#deps;
    if ("admin_token" in input) {
      const isRight = await isAdminToken(input.admin_token, this.#deps);
      return isRight ? builtInAdmin(store) : undefined;
    }
    const user = await findUserByLogin(store.records, input.login);
    const isRight = await isPasswordOf(user?.passwordHash, input.password);
    return isRight && mayWork(user) ? user : undefined;
  }
}
