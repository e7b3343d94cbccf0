import { ApiError } from "./apiError.ts";

/** `path` as `messages[2].content`, the notation of OpenAI's `param`. */
export function invalidField(path: string, problem: string): ApiError {
  return new ApiError(400, `The field "${path}" is not valid: ${problem}.`, {
    code: "invalid_value",
    param: path,
  });
}

/** Refuses an unknown role: a guess could attribute words to the wrong speaker. */
export function unknownRole(at: number, roles: string, list = "messages"): ApiError {
  return invalidField(`${list}[${at}].role`, `it must be one of ${roles}`);
}
