import { defaultCalmLimits } from "../seller/write/writeRisks.ts";
import { isRecord } from "../shared/base/json.ts";
import { fixedSetting, type PolicyState } from "../shared/hubApi/machinePolicy.ts";
import { parseBaseUrl } from "../shared/text/baseUrl.ts";
import { UsageError } from "../sharedNode/flags.ts";
import type { ProgramOptions } from "./programOptions.ts";

const percents = ["maxWrites", "maxPriceChange", "maxStockChange"] as const;

/**
 * The options with all limits of the portal that the organisation set. Tells of each flag that asks for more. Throws a
 * `UsageError` for a portal or an access that is not allowed.
 */
export function withinRules(
  options: ProgramOptions,
  rules: PolicyState,
  tell: (line: string) => void,
): ProgramOptions {
  const fixed = (name: string): unknown => fixedSetting(rules, `aiHub.${name}`);
  const access = fixed("seller.chatAccess");
  if (access === "off" || !isListed(options, fixed("seller.environments"))) {
    throw new UsageError("Your organisation does not allow these tools for this portal.");
  }
  const limits = heldLimits(options.limits, fixed);
  const mode = fixed("dlp.mode");
  const masks = options.masks || mode === "mask" || mode === "block";
  for (const name of [...percents, "access", "zeroStock"] as const) {
    if (limits[name] !== options.limits[name]) {
      tell(`Set by your organisation: ${name} ${limits[name]}`);
    }
  }
  if (masks !== options.masks) {
    tell("Set by your organisation: personal data is masked");
  }
  return { ...options, limits, masks };
}

function heldLimits(
  given: ProgramOptions["limits"],
  fixed: (name: string) => unknown,
): ProgramOptions["limits"] {
  const atMost = (value: number, name: (typeof percents)[number]): number => {
    const most = fixed(`seller.${name}`);
    return typeof most === "number" ? Math.min(value, most) : value;
  };
  return {
    ...given,
    maxWrites: atMost(given.maxWrites, "maxWrites"),
    maxPriceChange: atMost(given.maxPriceChange, "maxPriceChange"),
    maxStockChange: atMost(given.maxStockChange ?? defaultCalmLimits.stockChange, "maxStockChange"),
    access: fixed("seller.chatAccess") === "read" ? "read" : given.access,
    zeroStock: fixed("seller.zeroStock") === "refuse" ? "refuse" : given.zeroStock,
  };
}

/** True if the organisation set no environments, or this one. */
function isListed({ environment }: ProgramOptions, listed: unknown): boolean {
  return (
    !Array.isArray(listed) ||
    listed.some((one) => {
      const address = isRecord(one) && typeof one["baseUrl"] === "string" ? one["baseUrl"] : "";
      const parsed = parseBaseUrl(address);
      return parsed.ok && parsed.baseUrl === environment.baseUrl;
    })
  );
}
