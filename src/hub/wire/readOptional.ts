import type * as z from "zod/mini";

import { parseJson } from "../../shared/base/json.ts";
import { HubError } from "../errors/hubError.ts";
import { Exchange, type ExchangeDeps } from "./exchange.ts";

const maxBytes = 1024 * 1024;

/**
 * Reads a route that older hubs do not have; undefined for such a hub (404). Fails as `not_a_hub` for a body that the
 * schema refuses, with a cause if it is JSON.
 */
export async function readOptional<T>(
  deps: ExchangeDeps,
  { path, signal }: { readonly path: string; readonly signal: AbortSignal },
  schema: z.ZodMiniType<T>,
): Promise<T | undefined> {
  const exchange = new Exchange(deps, { signal });
  try {
    await exchange.open({ path, method: "GET" });
    const given = parseJson(await exchange.readText(maxBytes));
    const answer = schema.safeParse(given);
    if (!answer.success) {
      const cause = given === undefined ? undefined : answer.error;
      throw await exchange.named(new HubError({ kind: "not_a_hub" }, { cause }));
    }
    return answer.data;
  } catch (error) {
    if (error instanceof HubError && error.failure.httpStatus === 404) {
      return undefined;
    }
    throw error;
  } finally {
    exchange.close();
  }
}
