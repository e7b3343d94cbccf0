import { randomBytes } from "node:crypto";

import { hashToken } from "../../auth/hubToken.ts";
import type { HubRequest } from "../../http/message.ts";
import { isLoopbackHost } from "../../http/originGuard.ts";
import { isSecure } from "../../http/requestOrigin.ts";
import type { SessionRecord } from "../../store/records.ts";
import type { SessionStore } from "../../store/store.ts";

const sessionMs = 12 * 60 * 60_000;
const cookieName = "ai_hub_session";
const pagePrefix = "page_";

export interface NewSession {
  readonly session: SessionRecord;
  readonly cookie: string;
}

export async function beginSession(
  sessions: SessionStore,
  request: HubRequest,
  who: { readonly userId: string; readonly now: number },
): Promise<NewSession> {
  const secret = randomBytes(32).toString("base64url");
  const session: SessionRecord = {
    hash: hashToken(secret),
    userId: who.userId,
    csrfToken: isOnLoopback(request)
      ? pagePrefix + randomBytes(28).toString("base64url")
      : randomBytes(32).toString("base64url"),
    createdAt: who.now,
    expiresAt: who.now + sessionMs,
  };
  await sessions.create(session);
  return { session, cookie: cookieOf(request, secret, sessionMs / 1_000) };
}

/**
 * True if reads need the CSRF token too. On the loopback, a browser sends the cookie to other programs' ports, so the
 * cookie alone proves nothing.
 */
export function isBoundToPage(session: SessionRecord, request: HubRequest): boolean {
  return session.csrfToken.startsWith(pagePrefix) || isOnLoopback(request);
}

function isOnLoopback(request: HubRequest): boolean {
  const host = URL.parse(`http://${request.header("host") ?? ""}`)?.hostname;
  return host !== undefined && isLoopbackHost(host);
}

export async function findSession(
  sessions: SessionStore,
  request: HubRequest,
  now: number,
): Promise<SessionRecord | undefined> {
  const secret = readCookie(request, cookieName);
  return secret === undefined ? undefined : sessions.find(hashToken(secret), now);
}

export function hasSessionCookie(request: HubRequest): boolean {
  return readCookie(request, cookieName) !== undefined;
}

export function endedCookie(request: HubRequest): string {
  return cookieOf(request, "", 0);
}

export function readCookie(request: Pick<HubRequest, "header">, name: string): string | undefined {
  for (const pair of (request.header("cookie") ?? "").split(/[;,]/u)) {
    const [key, value] = pair.trim().split("=", 2);
    if (key === name && value !== undefined && value !== "") {
      return value;
    }
  }
  return undefined;
}

function cookieOf(request: HubRequest, value: string, maxAgeSeconds: number): string {
  const secure = isSecure(request) ? "; Secure" : "";
  return `${cookieName}=${value}; Path=/hub; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure}`;
}
