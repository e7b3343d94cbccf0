import * as z from "zod/mini";

import { hexOf } from "../base/hash.ts";

/** A running local hub writes this file to the user's AI Hub data folder, where extensions find it. */
export const localHubFileName = "local-hub.json";

export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
}

/** `AI_HUB_HOME`, else the platform's usual place. */
export function dataRoot({ env, platform, home }: Machine): string {
  const own = env["AI_HUB_HOME"];
  if (own !== undefined && own !== "") {
    return own;
  }
  if (platform === "win32") {
    return `${env["LOCALAPPDATA"] ?? `${home}\\AppData\\Local`}\\ai-hub`;
  }
  if (platform === "darwin") {
    return `${home}/Library/Application Support/ai-hub`;
  }
  const xdg = env["XDG_DATA_HOME"];
  return xdg?.startsWith("/") === true ? `${xdg}/ai-hub` : `${home}/.local/share/ai-hub`;
}

/** Variables that the hub gets: the user's folders, the language, and the system's own libraries. */
const neededVariables =
  /^(?:PATH|HOME|USERPROFILE|HOMEDRIVE|HOMEPATH|USER|USERNAME|LOGNAME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|SYSTEMDRIVE|WINDIR|APPDATA|LOCALAPPDATA|XDG_DATA_HOME|LD_LIBRARY_PATH|AI_HUB_HOME)$/iu;

/** The environment for the local hub: a project's `DATABASE_URL`, keys or `NODE_OPTIONS` must not reach it. */
export function localHubEnvironment(env: Machine["env"]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && neededVariables.test(name) ? [[name, value] as const] : [],
    ),
  );
}

/**
 * Mode 0600; deleted when the hub ends. Before use, each new connection must answer `GET /healthz?challenge=…` with
 * `localHubProof`: another program may have taken a dead hub's port and must get neither the token nor a conversation.
 */
export const localHubFileSchema = z.object({
  schema: z.literal(1),
  url: z.url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost|\[::1\])$/ }),
  token: z.string().check(z.regex(/^sk_hub_[A-Za-z0-9]{8,200}$/)),
  pid: z.int(),
  nonce: z.string().check(z.minLength(16), z.maxLength(200)),
  startedAt: z.number(),
  version: z.string().check(z.maxLength(50)),
  /** The seller portal's sandbox; only in the lab. */
  seller: z.optional(
    z.object({
      clientId: z.string().check(z.minLength(1), z.maxLength(200)),
      clientSecret: z.string().check(z.minLength(1), z.maxLength(500)),
      codigoSeller: z.int(),
      numeroPedido: z.int(),
    }),
  ),
});

export type LocalHubFile = z.infer<typeof localHubFileSchema>;

/** A challenge is 16 random bytes as hexadecimal. */
export const challengePattern = /^[0-9a-f]{32}$/;

/** Proves that a hub knows the token without revealing it: HMAC-SHA-256 of the challenge, as hexadecimal. */
export async function localHubProof(token: string, challenge: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(token), algorithm, false, [
    "sign",
  ]);
  const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(`local-hub ${challenge}`));
  return hexOf(new Uint8Array(signature));
}

export function newChallenge(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}

/** `nonce` identifies this start of the process. */
export const healthSchema = z.object({
  status: z.literal("ok"),
  nonce: z.string().check(z.maxLength(200)),
  version: z.string().check(z.maxLength(50)),
  proof: z.optional(z.string().check(z.maxLength(100))),
});

/**
 * Body of `POST` and `DELETE /hub/local/lease`: one client window, renewed every 10 s. Later versions may send more
 * fields.
 */
export const leaseSchema = z.looseObject({
  clientId: z.string().check(z.minLength(8), z.maxLength(100)),
});
