import {
  deviceAuthorizationSchema,
  deviceDecisionSchema,
  deviceGrantSchema,
  deviceGrantType,
  devicePaths,
  deviceTokenSchema,
} from "../../../shared/hubApi/deviceGrant.ts";
import { FailedTries } from "../../auth/failedTries.ts";
import { hashToken } from "../../auth/hubToken.ts";
import { ApiError } from "../../http/apiError.ts";
import { type HubRequest, type HubResponse, jsonResponse } from "../../http/message.ts";
import { originOfRequest } from "../../http/requestOrigin.ts";
import type { DeviceGrant } from "../../store/records.ts";
import { isoTime } from "../../values/isoTime.ts";
import type { AdminDeps } from "../base/adminDeps.ts";
import { notFound } from "../base/adminErrors.ts";
import type { AdminCall, AdminRoute } from "../base/adminRoute.ts";
import type { Changes } from "../base/changes.ts";
import { readBody } from "../base/input.ts";
import { shownName } from "../base/shownName.ts";
import { createSecret, createUserCode, readRefreshToken, readUserCode } from "./deviceCodes.ts";
import { type DeviceSecrets, renewDevice, signDeviceIn, signDeviceOut } from "./deviceTokens.ts";
import { answerForm, fieldOf, OAuthError } from "./oauthForm.ts";

const grantMs = 10 * 60_000;
const intervalSeconds = 5;
const maxGrants = 5_000;
const maxPolls = 10_000;

/** OAuth 2.0 Device Authorization Grant, RFC 8628. */
export function deviceRoutes(deps: AdminDeps, changes: Changes): readonly AdminRoute[] {
  const desk = new DeviceDesk(deps, changes);
  return [
    {
      method: "POST",
      path: "/oauth/device",
      access: "open",
      doc: { summary: "Begin the sign-in of a device", answer: deviceAuthorizationSchema },
      handle: (request) => answerForm(request, (form) => desk.begin(request, form)),
    },
    {
      method: "POST",
      path: "/oauth/token",
      access: "open",
      doc: { summary: "Get or renew the token of a device", answer: deviceTokenSchema },
      handle: (request) => answerForm(request, (form) => desk.token(form)),
    },
    {
      method: "POST",
      path: "/oauth/revoke",
      access: "open",
      doc: { summary: "Sign a device out", answer: deviceDecisionSchema },
      handle: (request) => answerForm(request, (form) => desk.signOut(form)),
    },
    {
      method: "GET",
      path: "/me/device-grants/{id}",
      access: "user",
      doc: { summary: "The device that shows this code", answer: deviceGrantSchema },
      handle: (call) => desk.show(call),
    },
    {
      method: "POST",
      path: "/me/device-grants/{id}",
      access: "user",
      doc: {
        summary: "Approve or refuse the device that shows this code",
        body: deviceDecisionSchema,
        answer: deviceDecisionSchema,
      },
      handle: (call) => desk.decide(call),
    },
  ];
}

class DeviceDesk {
  readonly #deps: AdminDeps;
  readonly #changes: Changes;
  readonly #begun: FailedTries;
  readonly #guesses: FailedTries;
  /** Hash of a device code → time of its last poll. */
  readonly #polls = new Map<string, number>();

  constructor(deps: AdminDeps, changes: Changes) {
    this.#deps = deps;
    this.#changes = changes;
    // Many people may share an address.
    this.#begun = new FailedTries(deps.clock, { free: 60, maxWaitMs: 60_000 });
    this.#guesses = new FailedTries(deps.clock, { free: 10, maxWaitMs: 60_000 });
  }

  async begin(request: HubRequest, form: URLSearchParams): Promise<HubResponse> {
    const { addressOf, clock, store } = this.#deps;
    const client = clientOf(request, form);
    const deviceName = shownName((form.get("device_name") ?? "").normalize("NFC")) || client;
    const address = addressOf(request);
    this.#limit(address);
    const [userCode, deviceCode] = [createUserCode(), createSecret()];
    const now = clock.now();
    const grant: DeviceGrant = {
      userCodeHash: hashToken(userCode),
      deviceCodeHash: hashToken(deviceCode),
      client,
      deviceName,
      address,
      createdAt: now,
      expiresAt: now + grantMs,
    };
    if (!(await store.grants.begin(grant, maxGrants))) {
      throw new OAuthError("temporarily_unavailable", "Too many devices sign in now. Try later.", {
        status: 503,
        "retry-after": "60",
      });
    }
    const page = `${originOfRequest(request)}${devicePaths.page}`;
    return jsonResponse(200, {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?code=${userCode}`,
      expires_in: grantMs / 1_000,
      interval: intervalSeconds,
    });
  }

  async token(form: URLSearchParams): Promise<HubResponse> {
    const type = fieldOf(form, "grant_type", 100);
    if (type === "refresh_token") {
      const given = readRefreshToken(fieldOf(form, "refresh_token", 200));
      if (!given) {
        throw new OAuthError("invalid_grant", "This is no refresh token of this hub.");
      }
      return answerOf(await this.#changes.make(() => renewDevice(given, this.#deps)));
    }
    if (type !== deviceGrantType) {
      throw new OAuthError("unsupported_grant_type", `Only ${deviceGrantType} and refresh_token.`);
    }
    return this.#poll(hashToken(fieldOf(form, "device_code", 200)));
  }

  async signOut(form: URLSearchParams): Promise<HubResponse> {
    const given = readRefreshToken(fieldOf(form, "token", 200));
    if (given) {
      await this.#changes.make(() => signDeviceOut(given, this.#deps));
    }
    return jsonResponse(200, {});
  }

  async show(call: AdminCall): Promise<HubResponse> {
    const { userCode, grant } = await this.#pending(call);
    return jsonResponse(200, {
      object: "device_grant",
      user_code: userCode,
      client: grant.client,
      device: grant.deviceName,
      address: grant.address,
      expires_at: isoTime(grant.expiresAt),
    });
  }

  async decide(call: AdminCall): Promise<HubResponse> {
    const { is_approved: isApproved } = await readBody(call.request, deviceDecisionSchema);
    const { grant } = await this.#pending(call);
    const { store, clock } = this.#deps;
    const decision = isApproved
      ? ({ kind: "approved", userId: call.principal.user.id } as const)
      : ({ kind: "denied" } as const);
    if (!(await store.grants.decide(grant.userCodeHash, decision, clock.now()))) {
      throw notFound("device_grant");
    }
    return jsonResponse(200, { is_approved: isApproved });
  }

  /** The device of a code. A wrong code is a guess: each guess makes the person wait longer. */
  async #pending({ id, principal }: AdminCall): Promise<{
    readonly userCode: string;
    readonly grant: DeviceGrant;
  }> {
    const key = principal.user.id;
    const waitMs = this.#guesses.waitOf(key);
    if (waitMs > 0) {
      throw tooMany(waitMs);
    }
    this.#guesses.begin(key);
    const userCode = readUserCode(id);
    const { store, clock } = this.#deps;
    const grant = userCode && (await store.grants.findPending(hashToken(userCode), clock.now()));
    if (userCode === undefined || !grant) {
      throw notFound("device_grant");
    }
    this.#guesses.succeed(key);
    return { userCode, grant };
  }

  async #poll(hash: string): Promise<HubResponse> {
    const { store, clock } = this.#deps;
    const now = clock.now();
    const isTooEarly = now - (this.#polls.get(hash) ?? -Infinity) < intervalSeconds * 1_000 - 500;
    this.#polls.delete(hash);
    this.#polls.set(hash, now);
    const [oldest] = this.#polls.keys();
    if (this.#polls.size > maxPolls && oldest !== undefined) {
      this.#polls.delete(oldest);
    }
    if (isTooEarly) {
      throw new OAuthError("slow_down", `Ask every ${intervalSeconds} seconds.`);
    }
    const taken = await store.grants.take(hash, now);
    if (!taken) {
      throw new OAuthError("expired_token", "This code has expired or was used. Sign in again.");
    }
    const { grant, state } = taken;
    if (state.kind === "approved") {
      const { userId } = state;
      return answerOf(await this.#changes.make(() => signDeviceIn(grant, userId, this.#deps)));
    }
    throw state.kind === "denied"
      ? new OAuthError("access_denied", "The sign-in was refused.")
      : new OAuthError("authorization_pending", "Nobody has approved this device yet.");
  }

  #limit(address: string): void {
    const waitMs = this.#begun.waitOf(address);
    if (waitMs > 0) {
      throw new OAuthError("slow_down", "Too many sign-ins from this address. Try later.", {
        status: 429,
        "retry-after": String(Math.ceil(waitMs / 1_000)),
      });
    }
    this.#begun.begin(address);
  }
}

/** The program's name. Claude Code sends no `client_id`, so its `User-Agent` names it: `claude-code/2.1.195 (cli)`. */
function clientOf(request: HubRequest, form: URLSearchParams): string {
  const [product] = /^[\w.-]{1,64}/u.exec(request.header("user-agent") ?? "") ?? [];
  const isNamed = form.has("client_id") || product === undefined;
  return shownName((isNamed ? fieldOf(form, "client_id", 64) : product).normalize("NFC"));
}

function answerOf({ access, refresh, expiresInSeconds }: DeviceSecrets): HubResponse {
  return jsonResponse(200, {
    access_token: access,
    token_type: "Bearer",
    expires_in: expiresInSeconds,
    refresh_token: refresh,
  });
}

function tooMany(waitMs: number): ApiError {
  return new ApiError(
    429,
    "Too many wrong codes. Wait, then type the code that the device shows.",
    {
      code: "too_many_tries",
      headers: { "retry-after": String(Math.ceil(waitMs / 1_000)) },
    },
  );
}
