import { type ErrorScenarios, openAi } from "./errorScenario.ts";

const page =
  "<!doctype html><html><head><title>Gateway</title></head><body><h1>Error</h1></body></html>";
const html = { "content-type": "text/html; charset=utf-8" };

export const edgeErrors: ErrorScenarios = {
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
