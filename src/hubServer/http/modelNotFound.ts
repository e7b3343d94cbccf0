import { ApiError } from "./apiError.ts";

/** The same error for an unknown and for a forbidden model. */
export function modelNotFound(id: string): ApiError {
  return new ApiError(
    404,
    `The model "${id.slice(0, 200)}" does not exist, or this token may not use it.`,
    {
      code: "model_not_found",
      param: "model",
    },
  );
}
