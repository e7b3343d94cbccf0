import { type ErrorRow, nested } from "./errorRow.ts";

export const budgetErrors: readonly ErrorRow[] = [
  {
    name: "the cap of a run, in OpenAI's format",
    status: 402,
    body: nested({
      message: "The next request does not fit into this run's cap of 2.00 USD: 1.98 USD used.",
      type: "insufficient_quota",
      param: null,
      code: "run_budget_exceeded",
      run: { unit: "USD", limit: "2.00", spent: "1.98", reserved: "0.00" },
    }),
    kind: "run_budget",
  },
  {
    name: "the cap of a run, in Anthropic's format",
    status: 402,
    body: {
      type: "error",
      error: {
        type: "billing_error",
        message: "The next request does not fit into this run's cap of 100 tokens: 90 tokens used.",
        code: "run_budget_exceeded",
        run: { unit: "tokens", limit: "100", spent: "90", reserved: "0" },
      },
      request_id: "r",
    },
    kind: "run_budget",
  },
  {
    name: "LiteLLM budget, current",
    status: 429,
    body: nested({
      message:
        "Budget has been exceeded! Key=abc Current cost: 3.1, Total tokens: 10, Max budget: 2.5",
      type: "budget_exceeded",
      param: null,
      code: "429",
    }),
    kind: "budget_exhausted",
  },
  {
    name: "LiteLLM budget, message replaced by an administrator",
    status: 429,
    body: nested({ message: "Talk to Ana", type: "budget_exceeded", param: null, code: "429" }),
    kind: "budget_exhausted",
  },
  {
    name: "LiteLLM budget, old, as an authentication error",
    status: 400,
    body: nested({
      message: "Authentication Error, ExceededBudget: End User=u1 over budget. Spend=1, Budget=0",
      type: "auth_error",
      param: "None",
      code: 400,
    }),
    kind: "budget_exhausted",
  },
  {
    name: "LiteLLM budget of a deployment",
    status: 429,
    body: nested({
      message: "No deployments available - crossed budget",
      type: "None",
      param: "None",
      code: "429",
    }),
    kind: "budget_exhausted",
  },
  {
    name: "Portkey budget",
    status: 412,
    body: { status: "failure", message: "Budget exceeded for the api key" },
    headers: { "x-portkey-trace-id": "t1" },
    kind: "budget_exhausted",
  },
  {
    name: "Bifrost budget",
    status: 402,
    body: { type: "budget_exceeded", status_code: 402, error: { message: "budget exceeded" } },
    kind: "budget_exhausted",
  },
  {
    name: "LangWatch budget",
    status: 402,
    body: nested({ type: "budget_exceeded", code: "budget.project.exceeded", message: "No more" }),
    kind: "budget_exhausted",
  },
  {
    name: "Azure APIM quota",
    status: 403,
    body: {
      statusCode: 403,
      message: "Token quota is exceeded. Try again in 3 days.",
    },
    kind: "budget_exhausted",
  },
  ...[
    "insufficient_quota",
    "credit_balance_exhausted",
    "organization_spend_limit_exceeded",
    "project_spend_limit_exceeded",
    "organization_usage_limit_exceeded",
  ].map((code): ErrorRow => ({
    name: `OpenAI ${code}`,
    status: 429,
    body: nested({
      message: "You exceeded your current quota, please check your plan and billing details.",
      type: "insufficient_quota",
      param: null,
      code,
    }),
    kind: "budget_exhausted",
  })),
  {
    name: "Anthropic billing error",
    status: 402,
    body: {
      type: "error",
      error: { type: "billing_error", message: "Payment problem" },
      request_id: "req_1",
    },
    kind: "budget_exhausted",
  },
  {
    name: "Anthropic spend limit as a bad request",
    status: 400,
    body: {
      type: "error",
      error: {
        type: "invalid_request_error",
        message: "You have reached your specified API usage limits. You will regain access on …",
      },
    },
    kind: "budget_exhausted",
  },
  {
    name: "Anthropic enforced spend limit as a rate limit",
    status: 429,
    body: {
      type: "error",
      error: {
        type: "rate_limit_error",
        message: "Limit reached",
        details: { error_code: "enforced_spend_limit_reached" },
      },
    },
    kind: "budget_exhausted",
  },
  {
    name: "OpenRouter credits",
    status: 402,
    body: nested({
      code: 402,
      message: "This request requires more credits",
      metadata: { limit_source: "key" },
    }),
    kind: "budget_exhausted",
  },
  {
    name: "this hub's budget",
    status: 402,
    body: nested({
      message: "Monthly budget used up",
      type: "insufficient_quota",
      param: null,
      code: "budget_exceeded",
      budget: { scope: "user", resets_at: "2026-12-01T03:00:00Z" },
    }),
    kind: "budget_exhausted",
  },
];
