import { type ErrorRow, nested } from "./errorRow.ts";

export const loadErrors: readonly ErrorRow[] = [
  ...["rate_limited", "token_limited", "request_limited"].map((type): ErrorRow => ({
    name: `Bifrost ${type}`,
    status: 429,
    body: { type, status_code: 429, error: { message: "slow down" } },
    kind: "rate_limited",
  })),
  {
    name: "Kong",
    status: 429,
    body: { message: "AI token rate limit exceeded for provider(s): openai" },
    headers: { "X-AI-RateLimit-Retry-After-minute-openai": "42", "X-Kong-Request-Id": "k1" },
    kind: "rate_limited",
  },
  {
    name: "APISIX",
    status: 503,
    body: { error_msg: "custom words" },
    headers: { "X-AI-RateLimit-Limit-any": "100", "X-AI-RateLimit-Remaining-any": "0" },
    kind: "rate_limited",
    needsStatus: true,
  },
  {
    name: "Envoy, empty",
    status: 429,
    body: "",
    headers: { "x-ratelimit-limit": "1, 1;w=60", "x-envoy-ratelimited": "true" },
    kind: "rate_limited",
    needsStatus: true,
  },
  {
    name: "Azure APIM tokens",
    status: 429,
    body: { statusCode: 429, message: "Token limit is exceeded. Try again in 41 seconds." },
    kind: "rate_limited",
  },
  {
    name: "Azure throttling that says quota",
    status: 429,
    body: nested({
      code: "429",
      message: "Requests have exceeded the token rate limit quota of your pricing tier.",
    }),
    kind: "rate_limited",
  },
  {
    name: "OpenAI rate limit",
    status: 429,
    body: nested({
      message: "Rate limit reached for m in organization o on tokens per min. Try again in 6ms.",
      type: "tokens",
      param: null,
      code: "rate_limit_exceeded",
    }),
    kind: "rate_limited",
  },
  {
    name: "OpenAI slow down",
    status: 429,
    body: nested({ message: "Slow down", type: "requests", param: null, code: "slow_down" }),
    kind: "rate_limited",
  },
  {
    name: "gRPC in JSON, wrapped in an array",
    status: 429,
    body: [
      {
        error: {
          code: 429,
          message: "Quota exceeded for requests per minute",
          status: "RESOURCE_EXHAUSTED",
          details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "30s" }],
        },
      },
    ],
    kind: "rate_limited",
  },
  {
    name: "AWS throttling",
    status: 400,
    body: { __type: "ThrottlingException", message: "Rate exceeded" },
    kind: "rate_limited",
  },
  {
    name: "page of a load balancer, 429",
    status: 429,
    body: "<html><h1>Too many</h1></html>",
    headers: { "content-type": "text/html" },
    kind: "rate_limited",
    needsStatus: true,
  },
  {
    name: "page of a load balancer, 502",
    status: 502,
    body: "<html><h1>Bad gateway</h1></html>",
    kind: "upstream_error",
    needsStatus: true,
  },
  {
    name: "page of a load balancer, 503",
    status: 503,
    body: "<html><h1>Unavailable</h1></html>",
    kind: "overloaded",
    needsStatus: true,
  },
  {
    name: "Anthropic overloaded",
    status: 529,
    body: { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
    kind: "overloaded",
  },
  {
    name: "llama.cpp loading",
    status: 503,
    body: nested({ code: 503, message: "Loading model", type: "unavailable_error" }),
    kind: "overloaded",
  },
  {
    name: "Anthropic internal",
    status: 500,
    body: { type: "error", error: { type: "api_error", message: "Internal server error" } },
    kind: "upstream_error",
  },
  {
    name: "OpenRouter provider gone",
    status: 502,
    body: nested({ code: 502, message: "Provider returned error", metadata: {} }),
    kind: "upstream_error",
  },
];
