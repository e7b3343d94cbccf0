import * as z from "zod/mini";

import { hexOf } from "../base/hash.ts";

/** The file in the user's AI Hub data folder by which an extension finds a running local hub. */
export const localHubFileName = "local-hub.json";

/** The facts that decide where the user's data is. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As `process.platform`. */
  readonly platform: string;
  readonly home: string;
}

/** The user's AI Hub data folder: `AI_HUB_HOME`, else the usual place of the platform. */
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

/** The variables that the hub needs: the user's folders, the language, and the system's own libraries. */
const neededVariables =
  /^(?:PATH|HOME|USERPROFILE|HOMEDRIVE|HOMEPATH|USER|USERNAME|LOGNAME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|SYSTEMDRIVE|WINDIR|APPDATA|LOCALAPPDATA|XDG_DATA_HOME|LD_LIBRARY_PATH|AI_HUB_HOME)$/iu;

/**
 * The environment of a local hub: only the variables that any program needs. The editor's own environment may hold a
 * project's `DATABASE_URL`, upstreams, keys or `NODE_OPTIONS`, which are not meant for the hub.
 */
export function localHubEnvironment(env: Machine["env"]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && neededVariables.test(name) ? [[name, value] as const] : [],
    ),
  );
}

/**
 * Content of that file (mode 0600). The hub writes it when it listens and removes it when it ends. A reader uses each
 * new connection to the address only after `GET /healthz?challenge=…` on it was answered with `localHubProof`, because
 * another program may have taken the port of a hub that died and must get neither the token nor a conversation.
 */
export const localHubFileSchema = z.object({
  schema: z.literal(1),
  url: z.url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost|\[::1\])$/ }),
  token: z.string().check(z.regex(/^sk_hub_[A-Za-z0-9]{8,200}$/)),
  pid: z.int(),
  nonce: z.string().check(z.minLength(16), z.maxLength(200)),
  /** Epoch milliseconds. */
  startedAt: z.number(),
  version: z.string().check(z.maxLength(50)),
  /** The seller portal's sandbox at the same address; only in the lab. */
  seller: z.optional(
    z.object({
      clientId: z.string().check(z.minLength(1), z.maxLength(200)),
      clientSecret: z.string().check(z.minLength(1), z.maxLength(500)),
      codigoSeller: z.int(),
      /** Number of an order that can be tracked and cancelled. */
      numeroPedido: z.int(),
    }),
  ),
});

export type LocalHubFile = z.infer<typeof localHubFileSchema>;

/** A challenge: 16 random bytes as hexadecimal. */
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

/** The answer of `GET /healthz`; `nonce` identifies this start of the process. */
export const healthSchema = z.object({
  status: z.literal("ok"),
  nonce: z.string().check(z.maxLength(200)),
  version: z.string().check(z.maxLength(50)),
  /** The answer of a local hub to a challenge. */
  proof: z.optional(z.string().check(z.maxLength(100))),
});

/**
 * Body of `POST` and `DELETE /hub/local/lease`: one client window that uses the hub, renewed every 10 s. A window of a
 * later version may send more fields.
 */
export const leaseSchema = z.looseObject({
  clientId: z.string().check(z.minLength(8), z.maxLength(100)),
});
