import { type ErrorScenarios, openAi } from "./errorScenario.ts";

export const gatewayErrors: ErrorScenarios = {
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
};
