import { type Fields, isRecord } from "../../shared/base/json.ts";
import type { BudgetLayer, UsageRow, UsageSums } from "../../shared/hubApi/usageReport.ts";
import { withoutUndefined } from "../withoutUndefined.ts";
import {
  amount,
  dayOf,
  layerKind,
  arrayOf,
  moment,
  recordOf,
  shortText,
  sumsOf,
  type UsageParts,
} from "./usageFields.ts";

export function foreignUsage(body: unknown, now: number): UsageParts | undefined {
  const fields = recordOf(body);
  return liteLlm(fields) ?? newApi(fields) ?? openRouter(fields, now) ?? openAi(fields);
}

/** Reads `/key/info` and `/user/info`, in dollars. */
function liteLlm(fields: Fields): UsageParts | undefined {
  const layers = [
    liteLlmLayer("token", isRecord(fields["info"]) ? fields["info"] : fields),
    liteLlmLayer("user", recordOf(fields["user_info"])),
    liteLlmLayer("profile", recordOf(fields["team_info"])),
  ].filter((layer) => layer !== undefined);
  const info = recordOf(fields["info"]);
  const [tokens, requests] = [Number(info["tpm_limit"]), Number(info["rpm_limit"])];
  return layers.length === 0
    ? undefined
    : withoutUndefined({
        budgets: layers,
        rates: [
          ...(requests > 0 ? [{ unit: "requests" as const, limit: requests }] : []),
          ...(tokens > 0 ? [{ unit: "tokens" as const, limit: tokens }] : []),
        ],
        currency: "USD",
        owner: withoutUndefined({ token: shortText(info["key_alias"] ?? info["key_name"]) }),
      });
}

function liteLlmLayer(kind: BudgetLayer["kind"], fields: Fields): BudgetLayer | undefined {
  const used = amount(fields["spend"]);
  return used === undefined
    ? undefined
    : withoutUndefined({
        kind,
        unit: "money" as const,
        currency: "USD",
        used,
        limit: amount(fields["max_budget"]),
        period: shortText(fields["budget_duration"], 50),
        renewsAt: moment(fields["budget_reset_at"]),
      });
}

/** Reads `/api/usage/token`, in its own unit. */
function newApi(fields: Fields): UsageParts | undefined {
  const data = recordOf(fields["data"]);
  const used = amount(data["total_used"]);
  if (used === undefined) {
    return undefined;
  }
  const isUnlimited = data["unlimited_quota"] === true;
  return {
    budgets: [
      withoutUndefined({
        kind: "token" as const,
        name: shortText(data["name"]),
        unit: "credits" as const,
        used,
        limit: isUnlimited ? undefined : amount(data["total_granted"]),
        remaining: isUnlimited ? undefined : amount(data["total_available"]),
      }),
    ],
  };
}

/** Reads `/key`, in dollars. */
function openRouter(fields: Fields, now: number): UsageParts | undefined {
  const data = isRecord(fields["data"]) ? fields["data"] : fields;
  const lists = [data["budgets"], data["key_budgets"], data["layers"]];
  const layers = lists.flatMap(arrayOf).filter(isRecord).map(openRouterLayer);
  const used = amount(data["usage"]);
  const remaining = amount(data["limit_remaining"]);
  if (used === undefined && remaining === undefined && layers.length === 0) {
    return undefined;
  }
  const key = withoutUndefined({
    kind: "token" as const,
    name: shortText(data["label"]),
    unit: "money" as const,
    currency: "USD",
    limit: amount(data["limit"]),
    // With a limit that resets, `usage` still counts from the beginning.
    used: typeof data["limit_reset"] === "string" ? undefined : used,
    remaining,
    period: shortText(data["limit_reset"], 50),
  });
  const today = amount(data["usage_daily"]);
  return withoutUndefined({
    budgets: used === undefined && remaining === undefined ? layers : [key, ...layers],
    currency: "USD",
    byDay:
      today === undefined
        ? undefined
        : [{ key: new Date(now).toISOString().slice(0, 10), cost: today }],
  });
}

function openRouterLayer(fields: Fields): BudgetLayer {
  return withoutUndefined({
    kind: layerKind(fields["scope"]),
    name: shortText(fields["name"] ?? fields["label"]),
    unit: "money" as const,
    currency: "USD",
    limit: amount(fields["limit_usd"]),
    used: amount(fields["spend_usd"]),
    remaining: amount(fields["remaining_usd"]),
    period: shortText(fields["reset_interval"], 50),
    renewsAt: moment(fields["resets_at"]),
  });
}

function openAi(fields: Fields): UsageParts | undefined {
  const buckets = arrayOf(fields["data"])
    .filter(isRecord)
    .filter((bucket) => bucket["object"] === "bucket");
  if (buckets.length === 0) {
    return undefined;
  }
  const days = new Map<string, UsageSums>();
  const models = new Map<string, UsageSums>();
  for (const bucket of buckets) {
    const day = dayOf(bucket["start_time"]);
    for (const result of arrayOf(bucket["results"]).filter(isRecord)) {
      const sums = sumsOf(result);
      const model = shortText(result["model"]);
      if (day !== undefined) {
        days.set(day, plus(days.get(day), sums));
      }
      if (model !== undefined) {
        models.set(model, plus(models.get(model), sums));
      }
    }
  }
  return {
    byDay: rowsOf(days),
    byModel: rowsOf(models),
    totals: [...days.values()].reduce<UsageSums>((sum, one) => plus(sum, one), {}),
  };
}

function rowsOf(sums: ReadonlyMap<string, UsageSums>): UsageRow[] {
  return [...sums].slice(0, 1000).map(([key, sum]) => ({ ...sum, key }));
}

function plus(one: UsageSums | undefined, other: UsageSums): UsageSums {
  const add = (name: "requests" | "inputTokens" | "outputTokens" | "cachedTokens") =>
    one?.[name] === undefined ? other[name] : one[name] + (other[name] ?? 0);
  return withoutUndefined({
    requests: add("requests"),
    inputTokens: add("inputTokens"),
    outputTokens: add("outputTokens"),
    cachedTokens: add("cachedTokens"),
  });
}
