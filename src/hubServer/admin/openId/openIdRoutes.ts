import * as z from "zod/mini";

import { SignInTurns } from "../../auth/signInTurns.ts";
import type { OpenIdConfig } from "../../config/openIdConfig.ts";
import { parseJson } from "../../formats/base/jsonText.ts";
import type { HubRequest, HubResponse } from "../../http/message.ts";
import { isSecure } from "../../http/requestOrigin.ts";
import { adminBase } from "../base/adminApp.ts";
import type { AdminDeps } from "../base/adminDeps.ts";
import { notFound } from "../base/adminErrors.ts";
import type { AdminRoute } from "../base/adminRoute.ts";
import type { Changes } from "../base/changes.ts";
import { beginSession, isBoundToPage, readCookie } from "../base/sessions.ts";
import { storeOpenIdGrant } from "./openIdChecks.ts";
import { OpenIdClient, type OpenIdFlow } from "./openIdClient.ts";
import { userOfIdentity } from "./openIdUsers.ts";

const flowCookie = "ai_hub_openid";
const flowSeconds = 600;

const flowSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });

type Outcome = "failed" | "refused" | "unavailable" | "waiting";

export function openIdRoutes(deps: AdminDeps, changes: Changes): readonly AdminRoute[] {
  const { openId } = deps;
  const desk = openId && new OpenIdDesk(openId, deps, changes);
  const withDesk = (
    run: (present: OpenIdDesk, request: HubRequest) => Promise<HubResponse>,
  ): ((request: HubRequest) => Promise<HubResponse>) => {
    return (request) => {
      if (!desk) {
        throw notFound("sign-in: this hub has no OpenID Connect");
      }
      return run(desk, request);
    };
  };
  return [
    {
      method: "GET",
      path: "/openid/start",
      access: "open",
      doc: { summary: "Go to the organisation's sign-in", status: 302 },
      handle: withDesk((present, request) => present.start(request)),
    },
    {
      method: "GET",
      path: "/openid/callback",
      access: "open",
      doc: { summary: "Come back from the organisation's sign-in", status: 302 },
      handle: withDesk((present, request) => present.callback(request)),
    },
  ];
}

class OpenIdDesk {
  readonly #config: OpenIdConfig;
  readonly #deps: AdminDeps;
  readonly #changes: Changes;
  readonly #client: OpenIdClient;
  readonly #turns: SignInTurns;

  constructor(config: OpenIdConfig, deps: AdminDeps, changes: Changes) {
    this.#config = config;
    this.#deps = deps;
    this.#changes = changes;
    this.#client = new OpenIdClient(config);
    this.#turns = new SignInTurns(deps.clock, { parallel: 20 });
  }

  async start(request: HubRequest): Promise<HubResponse> {
    try {
      const { url, flow } = await this.#client.begin();
      return redirect(url.href, flowCookieOf(request, flow));
    } catch (error) {
      this.#deps.onError(error);
      return backToPage("unavailable");
    }
  }

  async callback(request: HubRequest): Promise<HubResponse> {
    const { clock, store, failures, onError } = this.#deps;
    const flow = readFlow(request);
    try {
      const user = flow && (await this.#userOf(request, flow));
      if (!user || user === "waiting") {
        await failures.note({ reason: "openid", requestId: request.id });
        return backToPage(user ?? (flow ? "refused" : "failed"));
      }
      const who = { userId: user.id, now: clock.now() };
      const { cookie, session } = await beginSession(store.sessions, request, who);
      // Browsers do not send the part after # to a server.
      const secret = isBoundToPage(session, request) ? `#page=${session.csrfToken}` : "";
      return redirect(`/hub/console${secret}`, cookie);
    } catch (error) {
      onError(error);
      await failures.note({ reason: "openid", requestId: request.id });
      return backToPage("failed");
    }
  }

  #userOf(request: HubRequest, flow: OpenIdFlow): ReturnType<typeof userOfIdentity> {
    const guesser = { address: this.#deps.addressOf(request), login: flow.state };
    return this.#turns.take(guesser, async () => {
      const identity = await this.#client.finish(request.query, flow);
      return this.#changes.make(async () => {
        const user = await userOfIdentity(identity, this.#config, this.#deps);
        if (user && user !== "waiting") {
          await storeOpenIdGrant(user.id, identity.refreshToken, this.#deps);
        }
        return user;
      });
    });
  }
}

function backToPage(outcome: Outcome): HubResponse {
  return redirect(`/hub/console?sign_in=${outcome}`);
}

function redirect(location: string, cookie?: string): HubResponse {
  return {
    status: 302,
    headers: { location, ...(cookie !== undefined && { "set-cookie": cookie }) },
    body: "",
  };
}

/** The cookie of a sign-in. It is lax, because the browser returns from another site. */
function flowCookieOf(request: HubRequest, flow: OpenIdFlow): string {
  const value = Buffer.from(JSON.stringify(flow)).toString("base64url");
  const secure = isSecure(request) ? "; Secure" : "";
  return `${flowCookie}=${value}; Path=${adminBase}/openid; HttpOnly; SameSite=Lax; Max-Age=${flowSeconds}${secure}`;
}

function readFlow(request: HubRequest): OpenIdFlow | undefined {
  try {
    const text = Buffer.from(readCookie(request, flowCookie) ?? "", "base64url").toString();
    const value: unknown = parseJson(text);
    return flowSchema.safeParse(value).data;
  } catch {
    // No valid cookie: this browser did not begin the sign-in.
    return undefined;
  }
}
