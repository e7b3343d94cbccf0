import * as z from "zod/mini";

/** OAuth 2.0 Device Authorization Grant (RFC 8628) at a hub; paths follow the hub's address. */
export const devicePaths = {
  authorization: "/hub/admin/v1/oauth/device",
  token: "/hub/admin/v1/oauth/token",
  revocation: "/hub/admin/v1/oauth/revoke",
  page: "/hub/console/device",
} as const;

export const deviceGrantType = "urn:ietf:params:oauth:grant-type:device_code";

const secret = z.string().check(z.minLength(1), z.maxLength(4_096));
const seconds = z.number().check(z.positive(), z.maximum(366 * 24 * 3_600));

export const deviceAuthorizationSchema = z.object({
  device_code: secret,
  user_code: z.string().check(z.regex(/^[\w-]{1,32}$/u)),
  verification_uri: z.string(),
  verification_uri_complete: z.optional(z.string()),
  expires_in: seconds,
  interval: z.optional(seconds),
});

export const deviceTokenSchema = z.object({
  access_token: secret,
  token_type: z.string().check(z.regex(/^bearer$/iu)),
  expires_in: seconds,
  refresh_token: secret,
});

/** A device that waits for approval, as a person sees it. */
export const deviceGrantSchema = z.object({
  object: z.literal("device_grant"),
  user_code: z.string(),
  client: z.string(),
  device: z.string(),
  /** The device's network address, as the hub sees it. */
  address: z.string(),
  expires_at: z.string(),
});

export const deviceDecisionSchema = z.object({ is_approved: z.boolean() });
