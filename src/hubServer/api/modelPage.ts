import { ApiError } from "../http/apiError.ts";

interface Listed {
  readonly id: string;
}

interface ModelPage<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly first_id: string | null;
  readonly last_id: string | null;
}

const maxLimit = 1_000;

/** Without a limit, the page has all models: some clients never request a second page. */
export function pageOf<T extends Listed>(
  models: readonly T[],
  query: URLSearchParams,
): ModelPage<T> {
  const [after, before] = [query.get("after_id"), query.get("before_id")];
  if (after !== null && before !== null) {
    throw invalid("before_id", "it cannot be there together with after_id");
  }
  const limit = limitOf(query.get("limit"));
  const isBackward = before !== null;
  const rest = isBackward
    ? models.slice(0, indexOf(models, "before_id", before))
    : models.slice(after === null ? 0 : indexOf(models, "after_id", after) + 1);
  const data = isBackward ? rest.slice(-limit) : rest.slice(0, limit);
  return {
    data,
    has_more: data.length < rest.length,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  };
}

function limitOf(text: string | null): number {
  if (text === null) {
    return Infinity;
  }
  const limit = /^\d{1,4}$/u.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > maxLimit) {
    throw invalid("limit", `it must be a whole number from 1 to ${maxLimit}`);
  }
  return limit;
}

/** The place after or before an id. Two models may have the same id: the next page begins after both. */
function indexOf(models: readonly Listed[], name: "after_id" | "before_id", id: string): number {
  const index =
    name === "after_id"
      ? models.findLastIndex((model) => model.id === id)
      : models.findIndex((model) => model.id === id);
  if (index === -1) {
    throw invalid(name, "the list has no model with this id");
  }
  return index;
}

function invalid(name: string, problem: string): ApiError {
  return new ApiError(400, `${name}: ${problem}.`, { code: "invalid_value", param: name });
}
