import { expect } from "vitest";

import type { OpenIdConfig } from "../../../src/hubServer/config/openIdConfig.ts";
import { type Answer, AdminServer } from "./adminServer.ts";
import { OpenIdProvider } from "./openIdProvider.ts";

/** The console's address with the page's secret behind `#`, which no server is sent. */
export const backOnPage = /^\/hub\/console#page=page_[\w-]{38}$/u;

export const ana = {
  sub: "1234",
  name: "Ana",
  email: "User_Ana@example.com",
  email_verified: true,
};

export interface Journey {
  readonly cookie: string;
  /** Path and query by which the provider sends the browser back. */
  readonly back: URL;
}

export function configOf(provider: OpenIdProvider): OpenIdConfig {
  return {
    name: "Example",
    issuer: provider.issuer,
    clientId: OpenIdProvider.clientId,
    clientSecret: OpenIdProvider.clientSecret,
    publicUrl: "https://hub.example.com",
    createsUsers: false,
  };
}

export function startOpenIdHub(
  provider: OpenIdProvider,
  createsUsers = false,
): Promise<AdminServer> {
  return AdminServer.start({ openId: { ...configOf(provider), createsUsers } });
}

/** To the provider, up to the moment where the browser would come back. */
export async function leaveFrom(hub: AdminServer): Promise<Journey> {
  const { status, headers } = await hub.send("GET", "/openid/start");
  expect(status).toBe(302);
  const cookie = headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Max-Age=600$/u);
  const away = await fetch(headers.get("location") ?? "", { redirect: "manual" });
  return { cookie: cookie.split(";")[0] ?? "", back: new URL(away.headers.get("location") ?? "") };
}

export function comeBackTo(hub: AdminServer, { cookie, back }: Journey): Promise<Answer> {
  expect(back.origin + back.pathname).toBe("https://hub.example.com/hub/admin/v1/openid/callback");
  return hub.send("GET", `/openid/callback${back.search}`, { headers: { cookie } });
}

export async function signInAt(hub: AdminServer): Promise<Answer> {
  return comeBackTo(hub, await leaveFrom(hub));
}

export function expectNobody({ status, headers }: Answer, outcome: string): void {
  expect([status, headers.get("location"), headers.get("set-cookie")]).toEqual([
    302,
    `/hub/console?sign_in=${outcome}`,
    null,
  ]);
}
