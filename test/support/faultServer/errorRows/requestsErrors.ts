import { type ErrorRow, nested } from "./errorRow.ts";

export const requestsErrors: readonly ErrorRow[] = [
  {
    name: "OpenAI model",
    status: 404,
    body: nested({
      message: "The model `x` does not exist or you do not have access to it.",
      type: "invalid_request_error",
      param: null,
      code: "model_not_found",
    }),
    kind: "model_not_found",
  },
  {
    name: "Anthropic model",
    status: 404,
    body: { type: "error", error: { type: "not_found_error", message: "model: claude-x" } },
    kind: "model_not_found",
  },
  {
    name: "Ollama model, error is a string",
    status: 404,
    body: { error: 'model "x" not found, try pulling it first' },
    kind: "model_not_found",
  },
  {
    name: "OpenAI context",
    status: 400,
    body: nested({
      message: "This model's maximum context length is 8192 tokens.",
      type: "invalid_request_error",
      param: "messages",
      code: "context_length_exceeded",
    }),
    kind: "context_too_long",
  },
  {
    name: "vLLM context, flat",
    status: 400,
    body: {
      object: "error",
      message: "This model's maximum context length is 4096 tokens. However, you requested 5000.",
      type: "BadRequestError",
      param: null,
      code: 400,
    },
    kind: "context_too_long",
  },
  {
    name: "llama.cpp context",
    status: 400,
    body: nested({
      code: 400,
      message: "request (9412 tokens) exceeds the available context size (8192 tokens)",
      type: "exceed_context_size_error",
      n_prompt_tokens: 9412,
      n_ctx: 8192,
    }),
    kind: "context_too_long",
  },
  {
    name: "wrapped upstream, JSON in a string",
    status: 500,
    body: {
      detail: JSON.stringify({
        error: JSON.stringify({ error: { code: "context_length_exceeded", message: "long" } }),
      }),
    },
    kind: "context_too_long",
  },
  {
    name: "Anthropic size",
    status: 413,
    body: { type: "error", error: { type: "request_too_large", message: "Too large" } },
    kind: "request_too_large",
  },
  {
    name: "FastAPI validation",
    status: 422,
    body: {
      detail: [{ loc: ["body", "model"], msg: "field required", type: "value_error.missing" }],
    },
    kind: "bad_request",
  },
  {
    name: "Spring, wrong path",
    status: 404,
    body: { timestamp: "2026-01-01T00:00:00Z", status: 404, error: "Not Found", path: "/hub/v1" },
    kind: "not_a_hub",
  },
  {
    name: "Kong prompt guard",
    status: 400,
    body: nested({ message: "bad request" }),
    kind: "bad_request",
    needsStatus: true,
  },
  {
    name: "OpenAI bad request",
    status: 400,
    body: nested({
      message: "Invalid value for 'temperature'",
      type: "invalid_request_error",
      param: "temperature",
      code: null,
    }),
    kind: "bad_request",
  },
];
