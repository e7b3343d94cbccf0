import { type ErrorScenarios, openAi } from "./errorScenario.ts";

export const hubErrors: ErrorScenarios = {
  auth: {
    status: 401,
    headers: { "x-should-retry": "false" },
    body: openAi("authentication_error", "invalid_api_key", "This token is not valid here."),
  },
  "auth-missing": {
    status: 401,
    body: openAi("authentication_error", "missing_api_key", "A token is needed."),
  },
  expired: {
    status: 401,
    body: openAi("authentication_error", "token_expired", "This token has expired."),
  },
  model: {
    status: 404,
    body: openAi(
      "invalid_request_error",
      "model_not_found",
      "The model does not exist, or this token may not use it.",
    ),
  },
  policy: {
    status: 403,
    body: openAi("permission_error", "policy_denied", "Your profile does not allow this."),
  },
  "policy-model": {
    status: 403,
    body: openAi(
      "permission_error",
      "model_not_allowed",
      "Your profile does not allow this model.",
    ),
  },
  dlp: {
    status: 400,
    body: {
      error: {
        message: "The request holds data that may not leave the organisation.",
        type: "invalid_request_error",
        param: null,
        code: "dlp_blocked",
        dlp: [
          { type: "cpf", count: 2, field: "messages[0].content" },
          { type: "email", count: 1, field: "messages[0].content" },
        ],
      },
    },
  },
  budget: {
    status: 402,
    headers: { "x-should-retry": "false" },
    body: {
      error: {
        message: "The monthly budget of this token is used up.",
        type: "insufficient_quota",
        param: null,
        code: "budget_exceeded",
        budget: { scope: "token", resets_at: "2030-01-01T03:00:00Z" },
      },
    },
  },
  rate: {
    status: 429,
    headers: { "retry-after": "1" },
    body: openAi(
      "rate_limit_error",
      "rate_limit_exceeded",
      "Too many requests. Try again in 1 second.",
    ),
  },
  "rate-long": {
    status: 429,
    headers: { "retry-after": "3600" },
    body: openAi(
      "rate_limit_error",
      "rate_limit_exceeded",
      "Too many requests. Try again in an hour.",
    ),
  },
  context: {
    status: 400,
    body: openAi(
      "invalid_request_error",
      "context_length_exceeded",
      "This model's maximum context length is 8192 tokens. Your messages have 9412 tokens.",
    ),
  },
  "too-large": {
    status: 413,
    body: openAi(
      "request_too_large",
      "request_too_large",
      "The request is too large (at most 32 MB).",
    ),
  },
  "content-filter": {
    status: 400,
    body: {
      error: {
        message: "The response was filtered due to the content management policy.",
        type: null,
        param: "prompt",
        code: "content_filter",
        status: 400,
        innererror: {
          code: "ResponsibleAIPolicyViolation",
          content_filter_result: { violence: { filtered: true, severity: "high" } },
        },
      },
    },
  },
  "bad-request": {
    status: 400,
    body: openAi("invalid_request_error", "invalid_value", 'The field "temperature" is not valid.'),
  },
  overloaded: {
    status: 529,
    body: {
      type: "error",
      error: { type: "overloaded_error", message: "Overloaded" },
      request_id: "req_overloaded",
    },
  },
  upstream: {
    status: 502,
    body: openAi("api_error", "upstream_unreachable", "The upstream cannot be reached."),
  },
  "upstream-timeout": {
    status: 504,
    body: openAi("api_error", "upstream_timeout", "The upstream did not answer in time."),
  },
  "not-found": { status: 404, body: "404 page not found" },
  redirect: { status: 307, headers: { location: "http://127.0.0.1:9/elsewhere" }, body: "" },
};

export const warningScenarios: Readonly<
  Record<string, { readonly status: number; readonly headers: Readonly<Record<string, string>> }>
> = {
  "dlp-alert": { status: 200, headers: { "x-hub-dlp": "alert;types=email" } },
  "guardrail-portkey-warn": { status: 246, headers: {} },
  "budget-langwatch-warn": { status: 200, headers: { "x-langwatch-budget-warning": "project:95" } },
  "dlp-cloudflare-flag": {
    status: 200,
    headers: { "cf-aig-dlp": '{"findings":[],"action":"FLAG"}' },
  },
};

export const midStreamScenarios: Readonly<Record<string, string>> = {
  "mid-stream": `data: ${JSON.stringify(openAi("api_error", "upstream_error", "The model failed."))}\n\n`,
  "mid-stream-event": `event: error\ndata: ${JSON.stringify({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } })}\n\n`,
  "mid-stream-string": 'data: {"error":"the model failed"}\n\n',
  "mid-stream-openrouter": `data: ${JSON.stringify({ id: "gen", choices: [{ index: 0, delta: {}, finish_reason: "error" }], error: { code: 502, message: "Provider disconnected" } })}\n\n`,
  "mid-stream-budget": `data: ${JSON.stringify(openAi("insufficient_quota", "budget_exceeded", "The monthly budget is used up."))}\n\n`,
};
