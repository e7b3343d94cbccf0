import { ApiError } from "./apiError.ts";
import type { HubRequest } from "./message.ts";

interface Addressed {
  readonly method: string;
  readonly path: string;
}

export interface RouteMatch<R> {
  readonly route: R;
  readonly parameter: string;
}

export type FindRoute<R> = (request: Pick<HubRequest, "method" | "path">) => RouteMatch<R>;

/**
 * Finds a route by its path, which is exact, has `{id}` for one percent-encoded segment, or ends with `/*` for any rest.
 * Throws a 405 or a 404, to whose sentence `hintFor` adds.
 */
export function routeFinder<R extends Addressed>(
  routes: readonly R[],
  hintFor: (path: string) => string = () => "",
): FindRoute<R> {
  const exact = new Map<string, RouteMatch<R>[]>();
  for (const route of routes.filter(({ path }) => !isPattern(path))) {
    exact.set(route.path, [...(exact.get(route.path) ?? []), { route, parameter: "" }]);
  }
  const patterns = routes.filter(({ path }) => isPattern(path));
  return ({ method, path }) => {
    const matches = exact.get(path) ?? withParameter(patterns, path);
    const match =
      matches.find(({ route }) => route.method === method) ??
      (method === "HEAD" ? matches.find(({ route }) => route.method === "GET") : undefined);
    if (match) {
      return match;
    }
    if (matches.length > 0) {
      const allow = [...new Set(matches.map(({ route }) => route.method))].join(", ");
      throw new ApiError(405, `This address does not take ${method.slice(0, 20)}.`, {
        code: "method_not_allowed",
        headers: { allow },
      });
    }
    throw new ApiError(404, `There is nothing at this address of the hub${hintFor(path)}.`, {
      code: "not_found",
    });
  };
}

function isPattern(path: string): boolean {
  return path.endsWith("/*") || path.includes("{id}");
}

function withParameter<R extends Addressed>(
  routes: readonly R[],
  path: string,
): readonly RouteMatch<R>[] {
  return routes.flatMap((route) => {
    const parameter = parameterOf(route.path, path);
    return parameter === undefined ? [] : [{ route, parameter }];
  });
}

function parameterOf(pattern: string, path: string): string | undefined {
  const isRest = pattern.endsWith("/*");
  const [before = "", after = ""] = isRest ? [pattern.slice(0, -1)] : pattern.split("{id}");
  const value = path.slice(before.length, path.length - after.length);
  const isHere = path.startsWith(before) && path.endsWith(after) && value !== "";
  if (!isHere || (!isRest && value.includes("/"))) {
    return undefined;
  }
  try {
    return decodeURIComponent(value);
  } catch {
    throw new ApiError(400, "The address is not encoded correctly.", { code: "invalid_url" });
  }
}
