import { ApiError } from "./apiError.ts";

export function invalid(message: string, param?: string): ApiError {
  return new ApiError(400, message, { code: "invalid_value", ...(param && { param }) });
}

export function invalidField(path: string, problem: string): ApiError {
  return invalid(`The field "${path}" is not valid: ${problem}.`, path);
}

/** The error for an unknown role; a guess could attribute words to the wrong speaker. */
export function unknownRole(at: number, roles: string, list = "messages"): ApiError {
  return invalidField(`${list}[${at}].role`, `it must be one of ${roles}`);
}
