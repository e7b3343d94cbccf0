import * as z from "zod/mini";

/**
 * Every way a request to the hub can end other than complete. Act on the kind, never on text.
 * Source: the normalised kinds of the reliability reference; they are also `data-kind` in the page.
 */
export const failureKindSchema = z.enum([
  "auth_missing",
  "auth_invalid",
  "auth_expired",
  "policy_model",
  "policy_other",
  "model_not_found",
  "budget_exhausted",
  "rate_limited",
  "overloaded",
  "dlp_request",
  "dlp_response",
  "dlp_alert",
  /** This editor did not let it go: the person has not decided about it yet. */
  "dlp_local",
  /** This editor let it go and says so. */
  "dlp_sent",
  "content_filtered",
  "unknown_content",
  /** The answer ended for a reason that is not known. */
  "unknown_end",
  /** The model paused and would go on if it were asked to. */
  "paused",
  /** The model called a tool that was not offered, or named none. */
  "call_not_run",
  /** Neither text nor a call came. */
  "empty_answer",
  /** Reported after the answer was complete. */
  "late_error",
  "unknown_encoding",
  "answer_too_large",
  "context_too_long",
  "request_too_large",
  "bad_request",
  "not_a_hub",
  "redirect_refused",
  "tls",
  "proxy_auth",
  "dns",
  "refused",
  "connect_timeout",
  "first_byte_timeout",
  "idle_timeout",
  "truncated",
  "malformed_stream",
  "upstream_error",
  "length_limit",
  "cancelled",
  "secret_store",
  "storage",
  "unknown",
]);

export type FailureKind = z.infer<typeof failureKindSchema>;

/** One kind of sensitive data that the hub reported: how often, never the value. */
const dlpFindingSchema = z.object({
  type: z.string().check(z.maxLength(64)),
  count: z.number(),
});

/**
 * A failure as data: what is stored with a message and shown by the page.
 * All text in it is redacted and bounded, and still hostile: show it as plain text only.
 */
export const failureSchema = z.object({
  kind: failureKindSchema,
  httpStatus: z.optional(z.number()),
  /** The hub's own code or type, e.g. `rate_limit_exceeded`. */
  hubCode: z.optional(z.string().check(z.maxLength(200))),
  requestId: z.optional(z.string().check(z.maxLength(200))),
  /** Epoch milliseconds before which another try is useless. */
  retryAt: z.optional(z.number()),
  /** What a budget or limit belongs to, e.g. `token`, `user`, `profile`, `sector`. */
  scope: z.optional(z.string().check(z.maxLength(100))),
  /** Limit and use as the server wrote them (money as decimal strings). */
  limit: z.optional(z.string().check(z.maxLength(100))),
  used: z.optional(z.string().check(z.maxLength(100))),
  dlpFindings: z.optional(z.array(dlpFindingSchema).check(z.maxLength(20))),
  /** Ids of models that the server says can be asked instead. */
  models: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(20))),
  /** The host that was asked or pointed to, e.g. by a refused redirect. */
  host: z.optional(z.string().check(z.maxLength(300))),
  /** A platform error code such as `ENOTFOUND` or `CERT_HAS_EXPIRED`. */
  systemCode: z.optional(z.string().check(z.maxLength(100))),
  /** The server's own sentence, redacted, at most 4 KiB; for "Details" only. */
  raw: z.optional(z.string().check(z.maxLength(4096))),
});

export type Failure = z.infer<typeof failureSchema>;
