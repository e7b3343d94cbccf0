/** One error answer as a gateway in use sends it. `body` is sent as JSON, unless it is text. */
export interface ErrorScenario {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const page =
  "<!doctype html><html><head><title>Gateway</title></head><body><h1>Error</h1></body></html>";
const html = { "content-type": "text/html; charset=utf-8" };

function openAi(type: string, code: string | null, message: string): object {
  return { error: { message, type, param: null, code } };
}

/**
 * Error answers by scenario name: this hub's own first, then one for each row of the table of gateway error
 * shapes in the reliability reference (§5). Served as `hub-script-error-<name>` and by `X-Hub-Scenario`.
 */
export const errorScenarios: Readonly<Record<string, ErrorScenario>> = {
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
  "budget-litellm": {
    status: 429,
    body: {
      error: {
        message: "Budget has been exceeded! Key=sk-…4f2a Current cost: 2.61, Max budget: 2.5",
        type: "budget_exceeded",
        param: null,
        code: "429",
      },
    },
  },
  "budget-litellm-old": {
    status: 400,
    body: {
      error: {
        message: "ExceededBudget: End User=dev over budget. Spend=2.6, Budget=2.5",
        type: "auth_error",
        param: "None",
        code: 400,
      },
    },
  },
  "budget-litellm-deployment": {
    status: 429,
    body: openAi("None", "429", "No deployments available - crossed budget"),
  },
  "guardrail-litellm": {
    status: 400,
    body: {
      error: {
        message: { error: "Violated guardrail policy", bedrock_guardrail_response: "Blocked" },
        type: "None",
        param: "None",
        code: "400",
      },
    },
  },
  "budget-portkey": {
    status: 412,
    headers: { "x-portkey-trace-id": "trace" },
    body: { status: "failure", message: "Portkey Error: Usage limit exceeded" },
  },
  "guardrail-portkey": {
    status: 446,
    body: {
      error: {
        message: "The guardrail checks defined in the config failed.",
        type: "hooks_failed",
        param: null,
        code: null,
      },
      hook_results: {
        before_request_hooks: [{ verdict: false, id: "pii" }],
        after_request_hooks: [],
      },
    },
  },
  "guardrail-wso2": {
    status: 446,
    body: {
      code: "900514",
      type: "REGEX_GUARDRAIL",
      message: {
        interveningGuardrail: "regex-guard",
        action: "GUARDRAIL_INTERVENED",
        actionReason: "Violation of regular expression detected.",
        direction: "REQUEST",
      },
    },
  },
  "guardrail-wso2-semantic": {
    status: 422,
    body: {
      code: "900514",
      type: "SEMANTIC_PROMPT_GUARDRAIL",
      message: { action: "GUARDRAIL_INTERVENED", direction: "REQUEST" },
    },
  },
  "budget-bifrost": {
    status: 402,
    body: {
      type: "budget_exceeded",
      status_code: 402,
      error: { message: "Budget exceeded for virtual key" },
    },
  },
  "rate-bifrost": {
    status: 429,
    body: { type: "token_limited", status_code: 429, error: { message: "Token limit reached" } },
  },
  "model-bifrost": {
    status: 403,
    body: { type: "model_blocked", status_code: 403, error: { message: "Model is not allowed" } },
  },
  "budget-langwatch": {
    status: 402,
    body: {
      error: {
        type: "budget_exceeded",
        code: "budget.project.exceeded",
        message: "Project budget exceeded",
      },
    },
  },
  "dlp-cloudflare": {
    status: 424,
    headers: { "cf-aig-dlp": '{"findings":[{"profile":{"context":{}}}],"action":"BLOCK"}' },
    body: {
      success: false,
      error: [{ code: 2029, message: "Request content blocked due to DLP policy violations" }],
    },
  },
  "dlp-cloudflare-response": {
    status: 424,
    body: {
      success: false,
      error: [{ code: 2030, message: "Response content blocked due to DLP policy violations" }],
    },
  },
  "rate-kong": {
    status: 429,
    headers: {
      "retry-after": "30",
      "x-ai-ratelimit-retry-after-minute-openai": "30",
      "x-kong-request-id": "kong-1",
    },
    body: { message: "AI token rate limit exceeded for provider(s): openai" },
  },
  "guard-kong": { status: 400, body: { error: { message: "bad request" } } },
  "rate-apisix": {
    status: 503,
    headers: {
      "x-ai-ratelimit-limit": "1000",
      "x-ai-ratelimit-remaining": "0",
      "x-ai-ratelimit-reset": "30",
    },
    body: { error_msg: "rate limited" },
  },
  "rate-envoy": { status: 429, headers: { "x-envoy-ratelimited": "true" }, body: "" },
  "rate-azure": {
    status: 429,
    headers: { "retry-after": "41" },
    body: { statusCode: 429, message: "Token limit is exceeded. Try again in 41 seconds." },
  },
  "budget-azure": {
    status: 403,
    headers: { "retry-after": "86400" },
    body: { statusCode: 403, message: "Token quota is exceeded. Try again in 86400 seconds." },
  },
  "budget-openai": {
    status: 429,
    body: openAi(
      "insufficient_quota",
      "credit_balance_exhausted",
      "You exceeded your current quota.",
    ),
  },
  "rate-openai": {
    status: 429,
    headers: {
      "retry-after-ms": "1200",
      "x-ratelimit-limit-requests": "60",
      "x-ratelimit-remaining-requests": "0",
      "x-ratelimit-reset-requests": "1s",
    },
    body: openAi("requests", "rate_limit_exceeded", "Rate limit reached for requests."),
  },
  "billing-anthropic": {
    status: 402,
    body: {
      type: "error",
      error: { type: "billing_error", message: "Billing problem" },
      request_id: "req_billing",
    },
  },
  "too-large-anthropic": {
    status: 413,
    body: {
      type: "error",
      error: { type: "request_too_large", message: "Request exceeds the maximum size" },
    },
  },
  "budget-anthropic": {
    status: 400,
    body: {
      type: "error",
      error: {
        type: "invalid_request_error",
        message: "You have reached your specified API usage limits.",
      },
    },
  },
  "budget-anthropic-enforced": {
    status: 429,
    body: {
      type: "error",
      error: {
        type: "rate_limit_error",
        message: "Spend limit reached",
        details: { error_code: "enforced_spend_limit_reached" },
      },
    },
  },
  "budget-openrouter": {
    status: 402,
    body: {
      error: { code: 402, message: "Insufficient credits", metadata: { limit_source: "key" } },
    },
  },
  "moderation-openrouter": {
    status: 403,
    body: {
      error: {
        code: 403,
        message: "Input was flagged",
        metadata: { reasons: ["violence"], flagged_input: "…" },
      },
    },
  },
  "context-vllm": {
    status: 400,
    body: {
      object: "error",
      message: "This model's maximum context length is 8192 tokens.",
      type: "BadRequestError",
      param: null,
      code: 400,
    },
  },
  "error-with-200": {
    status: 200,
    body: {
      object: "error",
      message: "This model's maximum context length is 8192 tokens.",
      type: "BadRequestError",
      param: null,
      code: 400,
    },
  },
  "model-ollama": { status: 404, body: { error: 'model "x" not found, try pulling it first' } },
  "context-llamacpp": {
    status: 400,
    body: {
      error: {
        code: 400,
        type: "exceed_context_size_error",
        message: "request (9412 tokens) exceeds the available context size (8192 tokens)",
        n_prompt_tokens: 9412,
        n_ctx: 8192,
      },
    },
  },
  "loading-llamacpp": {
    status: 503,
    body: { error: { code: 503, message: "Loading model", type: "unavailable_error" } },
  },
  wrapped: {
    status: 500,
    body: {
      detail: JSON.stringify(openAi("rate_limit_error", "rate_limit_exceeded", "Slow down.")),
    },
  },
  fastapi: {
    status: 422,
    body: {
      detail: [{ loc: ["body", "messages"], msg: "field required", type: "value_error.missing" }],
    },
  },
  spring: {
    status: 500,
    body: {
      timestamp: "2026-01-01T00:00:00Z",
      status: 500,
      error: "Internal Server Error",
      path: "/hub/v1/chat/completions",
    },
  },
  aws: { status: 400, body: { __type: "ThrottlingException", message: "Rate exceeded" } },
  grpc: {
    status: 429,
    body: [
      {
        error: {
          code: 429,
          status: "RESOURCE_EXHAUSTED",
          message: "Slow down",
          details: [{ retryDelay: "30s" }],
        },
      },
    ],
  },
  problem: {
    status: 403,
    headers: { "content-type": "application/problem+json" },
    body: {
      type: "urn:hub:policy-denied",
      title: "Policy denied",
      status: 403,
      detail: "Not allowed for this profile.",
    },
  },
  edge: { status: 503, headers: html, body: page },
  "edge-rate": { status: 429, headers: html, body: page },
  portal: { status: 200, headers: html, body: page },
  "portal-denied": { status: 403, headers: { ...html, "cf-mitigated": "challenge" }, body: page },
  "proxy-auth": { status: 407, headers: html, body: page },
};

/** Successful answers with a warning: the text stays. */
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

/** Errors that come inside a stream, after some text: the data of one event, or raw lines. */
export const midStreamScenarios: Readonly<Record<string, string>> = {
  "mid-stream": `data: ${JSON.stringify(openAi("api_error", "upstream_error", "The model failed."))}\n\n`,
  "mid-stream-event": `event: error\ndata: ${JSON.stringify({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } })}\n\n`,
  "mid-stream-string": 'data: {"error":"the model failed"}\n\n',
  "mid-stream-openrouter": `data: ${JSON.stringify({ id: "gen", choices: [{ index: 0, delta: {}, finish_reason: "error" }], error: { code: 502, message: "Provider disconnected" } })}\n\n`,
  "mid-stream-budget": `data: ${JSON.stringify(openAi("insufficient_quota", "budget_exceeded", "The monthly budget is used up."))}\n\n`,
};
