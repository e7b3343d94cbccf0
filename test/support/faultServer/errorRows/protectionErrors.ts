import { type ErrorRow, nested } from "./errorRow.ts";

export const protectionErrors: readonly ErrorRow[] = [
  {
    name: "our hub, a file that cannot be searched",
    status: 400,
    body: nested({
      message:
        "This request was not sent: it has a file that cannot be searched for personal data.",
      type: "invalid_request_error",
      param: "messages[0].content[0].file.file_data",
      code: "dlp_unread",
      unread: [{ file: "zip", why: "encrypted", field: "messages[0].content[0].file.file_data" }],
    }),
    kind: "dlp_unread",
  },
  {
    name: "LiteLLM guardrail, message is an object",
    status: 400,
    body: nested({
      message: { error: "Violated guardrail policy", bedrock_guardrail_response: "blocked" },
      type: "None",
      param: "None",
      code: "400",
    }),
    kind: "dlp_request",
  },
  {
    name: "Portkey guardrail",
    status: 446,
    body: { hook_results: { before_request_hooks: [{ verdict: false }], after_request_hooks: [] } },
    kind: "dlp_request",
    needsStatus: true,
  },
  {
    name: "Portkey guardrail of the response",
    status: 446,
    body: {
      error: { message: "The guardrail checks failed", type: "hooks_failed" },
      hook_results: { before_request_hooks: [], after_request_hooks: [{ verdict: false }] },
    },
    kind: "dlp_response",
  },
  {
    name: "WSO2 guardrail of the request",
    status: 446,
    body: {
      code: "900514",
      type: "REGEX_GUARDRAIL",
      message: {
        interveningGuardrail: "pii",
        action: "GUARDRAIL_INTERVENED",
        actionReason: "Violation of a regular expression",
        direction: "REQUEST",
      },
    },
    kind: "dlp_request",
  },
  {
    name: "WSO2 guardrail of the response",
    status: 446,
    body: {
      code: "900514",
      type: "REGEX_GUARDRAIL",
      message: { direction: "RESPONSE", action: "GUARDRAIL_INTERVENED" },
    },
    kind: "dlp_response",
  },
  {
    name: "WSO2 semantic guard",
    status: 422,
    body: {
      code: "900514",
      type: "SEMANTIC_PROMPT_GUARD",
      message: { action: "GUARDRAIL_INTERVENED" },
    },
    kind: "dlp_request",
  },
  {
    name: "Cloudflare data-loss prevention, request",
    status: 424,
    body: {
      success: false,
      error: [{ code: 2029, message: "Request content blocked due to DLP policy violations" }],
    },
    headers: { "cf-aig-dlp": '{"findings":[],"action":"BLOCK"}' },
    kind: "dlp_request",
  },
  {
    name: "Cloudflare data-loss prevention, response",
    status: 424,
    body: {
      success: false,
      error: [{ code: 2030, message: "Request content blocked due to DLP policy violations" }],
    },
    kind: "dlp_response",
  },
  {
    name: "Cloudflare guardrail",
    status: 424,
    body: {
      success: false,
      error: [{ code: 2016, message: "Prompt blocked due to security configurations" }],
    },
    kind: "content_filtered",
  },
  {
    name: "Azure content filter",
    status: 400,
    body: nested({
      code: "content_filter",
      status: 400,
      message: "The response was filtered due to the prompt triggering our policy",
      innererror: {
        code: "ResponsibleAIPolicyViolation",
        content_filter_result: { hate: { filtered: true, severity: "high" } },
      },
    }),
    kind: "content_filtered",
  },
  {
    name: "OpenRouter moderation",
    status: 403,
    body: nested({
      code: 403,
      message: "Your input was flagged for moderation",
      metadata: { reasons: ["harassment"] },
    }),
    kind: "content_filtered",
  },
  {
    name: "this hub's data-loss prevention",
    status: 400,
    body: nested({
      message: "Blocked",
      type: "invalid_request_error",
      param: null,
      code: "dlp_blocked",
      dlp: [{ type: "cpf", count: 2, field: "messages[0]" }],
    }),
    kind: "dlp_request",
  },
];
