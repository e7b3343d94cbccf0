import type { Unread } from "../../../dlp/files/inflated.ts";
import type { UnreadFile } from "../../../dlp/files/unreadFile.ts";
import type { FieldFinding } from "../../../dlp/scanRequest.ts";
import { ApiError } from "../../http/apiError.ts";
import { modelNotFound } from "../../http/modelNotFound.ts";
import type { BudgetScope } from "../../store/records.ts";
import type { ReserveResult } from "../../store/store.ts";
import { localTime } from "../../values/calendar.ts";
import { isoTime } from "../../values/isoTime.ts";
import { routedHeader, toldFindings, typesOf } from "./inspection.ts";
import type { PolicyRefusal } from "./policy.ts";
import { rateHeaders, retryHeaders } from "./rateHeaders.ts";
import { Refusal } from "./refusal.ts";

/** The header that forbids a retry; without it clients repeat some 4xx answers. */
export const noRetry = { "x-should-retry": "false" };

export function policyDenied(refusal: PolicyRefusal, model: string): ApiError {
  if (refusal === "model") {
    return modelNotFound(model);
  }
  if (refusal === "completion") {
    return new ApiError(403, "This token's profile does not allow completion while typing.", {
      code: "policy_denied",
      headers: noRetry,
    });
  }
  const what = refusal === "tools" ? "use tools" : "send images";
  return new ApiError(400, `This token's profile may not ${what}.`, {
    code: "policy_denied",
    param: refusal === "tools" ? "tools" : "messages",
  });
}

export function modelUnpriced(model: string): ApiError {
  return new ApiError(
    400,
    `The model "${model}" has no price here, so that this token's budget in money could not count it. ` +
      "Ask your administrator to set its price, or choose another model.",
    { code: "policy_denied", param: "model" },
  );
}

export function agentDenied(): ApiError {
  return new ApiError(403, "This token's profile may not run agents.", {
    code: "policy_denied",
    headers: noRetry,
  });
}

export function clientOutdated(least: string): ApiError {
  return new ApiError(403, `This version of AI Hub is older than ${least}. Update it.`, {
    code: "client_outdated",
    headers: noRetry,
  });
}

export function profileMissing(): ApiError {
  return new ApiError(403, "This token's profile does not exist any more. Ask for a new token.", {
    code: "policy_denied",
    headers: noRetry,
  });
}

/** Reports kinds and places, never values. `isConfined`: only a model in house could have had the request. */
export function dlpBlocked(findings: readonly FieldFinding[], isConfined = false): ApiError {
  const types = typesOf(findings, "block");
  const named = types === "" ? "" : ` (${types})`;
  const message = isConfined
    ? `This request was not sent: only a model in house may have its data${named}, and none is available. `
    : `This request was not sent: it has personal data that may not leave (${types}). `;
  const blocking = findings.filter(({ action }) => action === "block");
  return new ApiError(400, `${message}Remove it and send again.`, {
    code: "dlp_blocked",
    extra: {
      dlp: toldFindings(blocking).map(({ kind, ...rest }) => ({ type: kind, ...rest })),
    },
    headers: { "x-hub-dlp": `block;types=${types}` },
  });
}

/** Reports the kind and place of files, never their content or names. */
export function filesUnread(unread: readonly UnreadFile[]): ApiError {
  const [first] = unread;
  const where = first ? ` (${first.file}, ${unreadWords[first.why]}, at ${first.field})` : "";
  return new ApiError(
    400,
    `This request was not sent: it has a file that cannot be searched for personal data${where}. ` +
      "Send its text instead.",
    {
      code: "dlp_unread",
      ...(first && { param: first.field }),
      extra: { unread: unread.slice(0, maxUnread) },
      headers: noRetry,
    },
  );
}

const maxUnread = 100;

const unreadWords: Readonly<Record<Unread, string>> = {
  unknown: "of an unknown format",
  encrypted: "encrypted",
  broken: "broken",
  limit: "too large or too nested",
  link: "not in the request",
  picture: "with a page that is a picture",
};

/** The request is confined to a model that does not answer. */
export function inHouseFailed(
  model: string,
  { "x-hub-routed": routed = `${model};types=` }: Readonly<Record<string, string>>,
  cause: ApiError,
): ApiError {
  return new ApiError(
    400,
    `Only a model in house may have this request's data, and "${model.slice(0, 200)}" does not answer ` +
      `(${cause.status}). Remove the data, or try again later.`,
    { code: "dlp_blocked", headers: { ...noRetry, "x-hub-routed": routed }, cause },
  );
}

/** A budget or a rate refuses a request that no other model may get. */
export function confinedRefusal(
  error: unknown,
  model: string,
  findings: readonly FieldFinding[],
): unknown {
  if (!(error instanceof Refusal)) {
    return error;
  }
  const { status, message, options } = error.answer;
  const words = `Only "${model.slice(0, 200)}", a model in house, may have this request's data.`;
  const headers = { ...options.headers, ...routedHeader(model, findings) };
  const answer = new ApiError(status, `${words} ${message}`, { ...options, headers });
  return new Refusal(answer, error.event, error.source);
}

export function dlpFailed(cause: unknown): ApiError {
  return new ApiError(
    500,
    "This request was not sent: it could not be checked for personal data.",
    { code: "dlp_failed", headers: noRetry, cause },
  );
}

const scopeNames: Readonly<Record<BudgetScope, string>> = {
  token: "this token",
  user: "this token's user",
  profile: "this token's profile",
  sector: "this token's sector",
};

export function overBudget(
  scope: BudgetScope,
  status: 402 | 429,
  { end, timeZone }: { readonly end: number; readonly timeZone: string },
): ApiError {
  return new ApiError(
    status,
    `The monthly budget of ${scopeNames[scope]} is used up. It begins anew on ${localTime(end, timeZone)}.`,
    {
      type: "insufficient_quota",
      code: "budget_exceeded",
      extra: { budget: { scope, resets_at: isoTime(end) } },
      headers: noRetry,
    },
  );
}

const limitNames = {
  requests: "requests per minute",
  tokens: "tokens per minute",
  completions: "completions per minute",
  parallel: "requests at once",
} as const;

/** The error of a used-up rate. `fits`: false if the request is too large even after a wait. */
export function rateLimited(
  { limit, retryAfterMs, rates }: Extract<ReserveResult, { kind: "rateLimited" }>,
  { now, fits }: { readonly now: number; readonly fits: boolean },
): ApiError {
  const seconds = Math.ceil(retryAfterMs / 1_000);
  const amount = rates[limit]?.limit ?? 0;
  const rule = `This token's limit is ${amount} ${limitNames[limit]}`;
  return new ApiError(
    429,
    fits ? `${rule}. Try again in ${seconds} s.` : `${rule}; this request alone needs more.`,
    {
      code: "rate_limit_exceeded",
      ...(limit === "completions" && { extra: { limit } }),
      headers: {
        ...rateHeaders(rates, now),
        ...(fits ? retryHeaders(retryAfterMs) : noRetry),
      },
    },
  );
}
