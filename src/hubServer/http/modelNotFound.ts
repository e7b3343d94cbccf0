import { ApiError } from "./apiError.ts";

/** Does not reveal whether the model exists or is forbidden. */
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
