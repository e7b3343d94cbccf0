import { ApiError } from "./apiError.ts";

/** The same error for an unknown model and for a model that the policy does not allow. */
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
