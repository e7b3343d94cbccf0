import * as z from "zod/mini";

import { doubtNames } from "../guarded/doubts.ts";

/** Act on the kind, never on text. The page has the kinds in its `data-kind`. */
export const failureKindSchema = z.enum([
  "auth_missing",
  "auth_invalid",
  "auth_expired",
  "policy_model",
  "policy_other",
  /** The hub's rules became known after the request was prepared. */
  "rules_arrived",
  /** The hub's policy demands a newer client. */
  "client_outdated",
  "model_not_found",
  "budget_exhausted",
  /** The cap of an agent's run is used up. */
  "run_budget",
  /** Another run of this window works on the folder. */
  "agent_busy",
  /** A folder of the workspace was deleted or moved during a run. */
  "folder_gone",
  "rate_limited",
  "overloaded",
  "dlp_request",
  "dlp_response",
  "dlp_alert",
  /** The hub masked data before the model received the message. */
  "dlp_masked",
  /** The hub masked data in the answer. */
  "dlp_answer_masked",
  /** The hub noticed data in the answer and left it. */
  "dlp_answer_alert",
  /** Only a model in house could have the message, and answered it. */
  "dlp_routed",
  /** This editor did not send the message: a value needs a decision. */
  "dlp_local",
  /** This editor sent the message and reports the sensitive values in it. */
  "dlp_sent",
  /** The hub refused a file that it cannot search for sensitive data. */
  "dlp_unread",
  "content_filtered",
  "unknown_content",
  "unknown_end",
  /** The model paused; it would continue if asked. */
  "paused",
  /** The model called a tool that was not offered, or gave no name. */
  "call_not_run",
  "empty_answer",
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
  /** `fetch` refuses this port because another protocol uses it. */
  "port_blocked",
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

/** Counts findings; never contains the value. */
const dlpFindingSchema = z.object({
  type: z.string().check(z.maxLength(64)),
  count: z.number(),
  /** Why the hub let a value pass that it would block otherwise. */
  doubt: z.optional(z.enum(doubtNames)),
});

/**
 * A failure is stored with a message. All text is redacted and bounded but still hostile: show it as plain text only.
 */
export const failureSchema = z.object({
  kind: failureKindSchema,
  httpStatus: z.optional(z.number()),
  /** The hub's own code, for example `rate_limit_exceeded`. */
  hubCode: z.optional(z.string().check(z.maxLength(200))),
  requestId: z.optional(z.string().check(z.maxLength(200))),
  /** Epoch milliseconds before which another try is pointless. */
  retryAt: z.optional(z.number()),
  scope: z.optional(z.string().check(z.maxLength(100))),
  limit: z.optional(z.string().check(z.maxLength(100))),
  used: z.optional(z.string().check(z.maxLength(100))),
  /** The unit is `tokens`, or a currency such as `USD`. */
  unit: z.optional(z.string().check(z.maxLength(20))),
  dlpFindings: z.optional(z.array(dlpFindingSchema).check(z.maxLength(20))),
  models: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(20))),
  host: z.optional(z.string().check(z.maxLength(300))),
  /** A platform error code such as `ENOTFOUND` or `CERT_HAS_EXPIRED`. */
  systemCode: z.optional(z.string().check(z.maxLength(100))),
  /** With `paused`: the reason for which a run of the agent paused; absent if the model paused. */
  pause: z.optional(z.enum(["steps", "loop", "budget", "failed"])),
  /** The editor may have a newer token, which this window sees only after a reload. */
  isTokenPerhapsOld: z.optional(z.boolean()),
  /** With `truncated`: the connection closed before any byte of the answer. */
  isUnanswered: z.optional(z.boolean()),
  /** True if only the status led to this kind, so that the server's sentence is quoted. */
  isGeneral: z.optional(z.boolean()),
  /** The server's own sentence, redacted, at most 4 KiB; for "Details", and quoted if the kind `isGeneral`. */
  raw: z.optional(z.string().check(z.maxLength(4096))),
});

export type Failure = z.infer<typeof failureSchema>;
