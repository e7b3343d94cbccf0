import { boundedBody } from "../../shared/base/boundedBody.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { type Fields, isRecord, parseJson } from "../../shared/base/json.ts";
import { pause } from "../../shared/base/waiting.ts";
import {
  deviceAuthorizationSchema,
  deviceGrantType,
  devicePaths,
  deviceTokenSchema,
} from "../../shared/hubApi/deviceGrant.ts";

export interface DeviceDeps {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly userAgent: string;
}

/** A sign-in that waits for a person's approval. */
export interface DeviceCode {
  readonly userCode: string;
  /** The page's address. It is below the hub's own address; the address in the hub's answer is not used. */
  readonly page: string;
  readonly deviceCode: string;
  readonly intervalMs: number;
  readonly expiresAt: number;
}

/** The tokens of a signed-in device; times by this machine's clock. */
export interface DeviceSecrets {
  readonly access: string;
  readonly refresh: string;
  readonly expiresAt: number;
}

/** `ended`: the person must sign in again. `unreachable`: try again later; the sign-in stays. */
export type DeviceProblem = "unsupported" | "refused" | "expired" | "ended" | "unreachable";

export class DeviceError extends Error {
  readonly problem: DeviceProblem;

  constructor(problem: DeviceProblem, message: string) {
    super(message);
    this.name = "DeviceError";
    this.problem = problem;
  }
}

const maxBytes = 64 * 1024;
const requestMs = 15_000;

/** Whether the hub signs devices in (RFC 8414); false also if the hub cannot be reached. */
export async function canSignIn({ baseUrl, fetch, userAgent }: DeviceDeps): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/.well-known/oauth-authorization-server`, {
      redirect: "error",
      headers: { "user-agent": userAgent },
      signal: AbortSignal.timeout(requestMs),
    });
    const answer = parseJson(await textOf(response));
    const grants = fieldsOf(answer)["grant_types_supported"];
    return response.ok && Array.isArray(grants) && grants.includes(deviceGrantType);
  } catch {
    return false;
  }
}

/** Rejects with a `DeviceError`. */
export async function beginSignIn(
  deps: DeviceDeps,
  device: { readonly client: string; readonly name: string },
): Promise<DeviceCode> {
  const form = { client_id: device.client, device_name: device.name };
  const { status, body } = await post(deps, devicePaths.authorization, form);
  const { data } = deviceAuthorizationSchema.safeParse(body);
  if (status !== 200 || !data) {
    throw status === 404 || status === 405
      ? new DeviceError("unsupported", "The hub has no sign-in of devices.")
      : new DeviceError("unreachable", describe(status, body));
  }
  return {
    userCode: data.user_code,
    page: `${deps.baseUrl}${devicePaths.page}?code=${encodeURIComponent(data.user_code)}`,
    deviceCode: data.device_code,
    intervalMs: (data.interval ?? 5) * 1_000,
    expiresAt: deps.clock.now() + data.expires_in * 1_000,
  };
}

/** Asks the hub until the person has decided. Rejects with a `DeviceError`, or when `signal` aborts. */
export async function waitForApproval(
  deps: DeviceDeps,
  code: DeviceCode,
  signal: AbortSignal,
): Promise<DeviceSecrets> {
  let waitMs = code.intervalMs;
  while (deps.clock.now() < code.expiresAt) {
    await pause(deps.clock, waitMs, signal);
    signal.throwIfAborted();
    const form = { grant_type: deviceGrantType, device_code: code.deviceCode };
    const answer = await post(deps, devicePaths.token, form).catch(() => undefined);
    const error = fieldsOf(answer?.body)["error"];
    if (error === "slow_down") {
      waitMs += 5_000;
    } else if (error === "access_denied") {
      throw new DeviceError("refused", "The sign-in was refused.");
    } else if (error === "expired_token") {
      break;
    } else if (answer?.status === 200) {
      return secretsOf(answer.body, deps.clock.now());
    }
    // Any other answer may pass: the code stays valid until it expires.
  }
  throw new DeviceError("expired", "The code has expired.");
}

/** Replaces both secrets; the old ones are void. Rejects with a `DeviceError`. */
export async function renewSignIn(deps: DeviceDeps, refresh: string): Promise<DeviceSecrets> {
  const form = { grant_type: "refresh_token", refresh_token: refresh };
  const { status, body } = await post(deps, devicePaths.token, form);
  if (status === 400 && fieldsOf(body)["error"] === "invalid_grant") {
    throw new DeviceError("ended", describe(status, body));
  }
  if (status !== 200) {
    throw new DeviceError("unreachable", describe(status, body));
  }
  return secretsOf(body, deps.clock.now());
}

/** Ends the sign-in at the hub if it answers; otherwise it ends when it has not been renewed for long. */
export async function endSignIn(deps: DeviceDeps, refresh: string): Promise<void> {
  await post(deps, devicePaths.revocation, { token: refresh }).catch(() => undefined);
}

function secretsOf(body: unknown, now: number): DeviceSecrets {
  const { data } = deviceTokenSchema.safeParse(body);
  if (!data) {
    throw new DeviceError("unreachable", "The hub's answer is not in the form of OAuth.");
  }
  return {
    access: data.access_token,
    refresh: data.refresh_token,
    expiresAt: now + data.expires_in * 1_000,
  };
}

async function post(
  { baseUrl, fetch, userAgent }: DeviceDeps,
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly body: unknown }> {
  try {
    const response = await fetch(baseUrl + path, {
      method: "POST",
      redirect: "error",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "user-agent": userAgent,
      },
      body: new URLSearchParams(form).toString(),
      signal: AbortSignal.timeout(requestMs),
    });
    return { status: response.status, body: parseJson(await textOf(response)) };
  } catch (error) {
    const text = error instanceof Error ? error.message : "";
    throw new DeviceError("unreachable", `The hub does not answer. ${text}`.trim());
  }
}

async function textOf({ body }: Response): Promise<string> {
  const bytes = body && (await boundedBody(body, maxBytes));
  return bytes ? new TextDecoder().decode(bytes) : "";
}

function describe(status: number, body: unknown): string {
  const text = fieldsOf(body)["error_description"];
  return typeof text === "string" ? text.slice(0, 300) : `The hub answered ${status}.`;
}

function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}
