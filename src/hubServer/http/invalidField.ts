import { ApiError } from "./apiError.ts";

/** A field of the wrong form; `path` as `messages[2].content`, in the notation of OpenAI's `param`. */
export function invalidField(path: string, problem: string): ApiError {
  return new ApiError(400, `The field "${path}" is not valid: ${problem}.`, {
    code: "invalid_value",
    param: path,
  });
}

/** A message of a role that the format has not: to guess another would put words into somebody's mouth. */
export function unknownRole(at: number, roles: string): ApiError {
  return invalidField(`messages[${at}].role`, `it must be one of ${roles}`);
}
