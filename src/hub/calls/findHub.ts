import { parseJson } from "../../shared/base/json.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import { HubError, toFailure } from "../errors/hubError.ts";
import { Exchange, type ExchangeDeps } from "../wire/exchange.ts";

const maxBytes = 32 * 1024 * 1024;

/** Short, because a person waits for this check. */
const patience = { silence: 10_000, whole: 15_000 };

/** Sends no token. A 401, or another HTTP error of a hub, also proves that a hub answers. */
export async function findHub(deps: Omit<ExchangeDeps, "token">): Promise<Failure | undefined> {
  const exchange = new Exchange(
    { ...deps, token: () => Promise.resolve(undefined) },
    { signal: new AbortController().signal, patience },
  );
  try {
    await exchange.open({ path: "/hub/v1/models", method: "GET", isAnonymous: true });
    const isJson = parseJson(await exchange.readText(maxBytes)) !== undefined;
    return isJson ? undefined : (await exchange.named(new HubError({ kind: "not_a_hub" }))).failure;
  } catch (error) {
    const failure = toFailure(error);
    return keepsAway(failure) ? failure : undefined;
  } finally {
    exchange.close();
  }
}

export function keepsAway({ kind, httpStatus }: Failure): boolean {
  return httpStatus === undefined
    ? kind !== "cancelled" && kind !== "auth_missing" && kind !== "secret_store"
    : kind === "not_a_hub" || kind === "redirect_refused" || httpStatus >= 500;
}
