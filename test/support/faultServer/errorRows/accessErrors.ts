import { type ErrorRow, nested } from "./errorRow.ts";

export const accessErrors: readonly ErrorRow[] = [
  {
    name: "Bifrost model policy",
    status: 403,
    body: { type: "model_blocked", status_code: 403, error: { message: "Model not allowed" } },
    kind: "policy_model",
  },
  {
    name: "Bifrost provider policy",
    status: 403,
    body: { type: "provider_blocked", status_code: 403, error: { message: "no" } },
    kind: "policy_model",
  },
  {
    name: "Bifrost inactive key",
    status: 403,
    body: { type: "access_blocked", status_code: 403, error: { message: "Virtual key inactive" } },
    kind: "auth_expired",
  },
  {
    name: "Bifrost without a key",
    status: 401,
    body: { type: "virtual_key_required", error: { message: "virtual key is required" } },
    kind: "auth_missing",
  },
  {
    name: "Bifrost tool policy",
    status: 403,
    body: { type: "mcp_tool_blocked", status_code: 403, error: { message: "no" } },
    kind: "policy_other",
  },
  {
    name: "OpenAI key",
    status: 401,
    body: nested({
      message: "Incorrect API key provided: sk-***. You can find your API key at https://…",
      type: "invalid_request_error",
      param: null,
      code: "invalid_api_key",
    }),
    kind: "auth_invalid",
  },
  {
    name: "Anthropic key",
    status: 401,
    body: { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } },
    kind: "auth_invalid",
  },
  {
    name: "expired token",
    status: 401,
    body: nested({ message: "Your token has expired", type: "token_expired", code: 401 }),
    kind: "auth_expired",
  },
  {
    name: "Anthropic permission",
    status: 403,
    body: { type: "error", error: { type: "permission_error", message: "Not for you" } },
    kind: "policy_other",
  },
  {
    name: "LiteLLM model access",
    status: 401,
    body: nested({
      message: "key not allowed to access model. This key can only access models=['a']",
      type: "key_model_access_denied",
      param: "model",
      code: "401",
    }),
    kind: "policy_model",
  },
  {
    name: "AWS forbidden",
    status: 403,
    body: { message: "Forbidden" },
    kind: "policy_other",
  },
  {
    name: "RFC 9457 policy",
    status: 403,
    body: {
      type: "urn:acme:gateway:policy-denied",
      title: "Policy denied",
      status: 403,
      detail: "This model is for another department",
    },
    kind: "policy_other",
  },
  {
    name: "captive portal",
    status: 403,
    body: "<!DOCTYPE html><title>Access</title><p>Sign in to Zscaler",
    headers: { "content-type": "text/html", "cf-mitigated": "challenge" },
    kind: "not_a_hub",
    needsStatus: true,
  },
];
