import { ApiError } from "../../http/apiError.ts";
import { invalid } from "../../http/invalidField.ts";
import { StoreError } from "../../store/store.ts";
import type { UnknownField } from "../../values/unknownFields.ts";

export function notFound(noun: string): ApiError {
  return new ApiError(404, `There is no such ${noun}.`, { code: "not_found" });
}

export function unknownField({ path, nearest }: UnknownField, noun = "field"): ApiError {
  const name = path.join(".").slice(0, 100);
  const advice = nearest === undefined ? "" : ` The nearest known one is "${nearest}".`;
  return invalid(`There is no ${noun} "${name}".${advice} See openapi.json.`, name);
}

export function conflict(message: string, param?: string): ApiError {
  return new ApiError(409, message, { code: "conflict", ...(param && { param }) });
}

export function forbidden(message: string, code = "not_allowed"): ApiError {
  return new ApiError(403, message, { code });
}

const storeAnswers = {
  unavailable: {
    status: 503,
    message: "The hub's database cannot be used at the moment. Try again soon.",
    code: "store_unavailable",
    headers: { "retry-after": "5" },
  },
  conflict: {
    status: 409,
    message: "Something else has this name already.",
    code: "conflict",
    headers: {},
  },
  invalid: {
    status: 400,
    message: "A record that this one refers to does not exist, or is in use.",
    code: "invalid_value",
    headers: {},
  },
} as const;

/** Converts a `StoreError`; any other error stays unchanged. */
export function answerOf(error: unknown): unknown {
  if (!(error instanceof StoreError)) {
    return error;
  }
  const { status, message, ...options } = storeAnswers[error.reason];
  return new ApiError(status, message, { ...options, cause: error });
}
