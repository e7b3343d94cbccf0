import { parseJson } from "../../shared/base/json.ts";
import type { UsageReport } from "../../shared/hubApi/usageReport.ts";
import { isErrorObject } from "../errors/errorObject.ts";
import { ErrorText } from "../errors/errorText.ts";
import { HubError } from "../errors/hubError.ts";
import { Exchange, type ExchangeDeps } from "../wire/exchange.ts";
import { readUsage } from "./usage.ts";

const maxReportBytes = 4 * 1024 * 1024;

export interface DayRange {
  readonly start: string;
  readonly end: string;
}

export interface UsageOptions {
  readonly signal: AbortSignal;
  /** Default: the hub's current period. */
  readonly range?: DayRange | undefined;
}

/** Fails as `not_a_hub` also for another body. */
export async function fetchUsage(
  deps: ExchangeDeps,
  { signal, range }: UsageOptions,
): Promise<UsageReport> {
  const exchange = new Exchange(deps, { signal });
  const query = new URLSearchParams(range && { start: range.start, end: range.end }).toString();
  try {
    await exchange.open({
      path: query === "" ? "/hub/v1/usage" : `/hub/v1/usage?${query}`,
      method: "GET",
    });
    const text = await exchange.readText(maxReportBytes);
    const body = parseJson(text);
    const report = readUsage(body, deps.clock.now());
    if (report) {
      return report;
    }
    throw await exchange.named(
      isErrorObject(body) ? new ErrorText(text, false) : new HubError({ kind: "not_a_hub" }),
    );
  } finally {
    exchange.close();
  }
}
