import { type Fields, isRecord } from "../../shared/base/json.ts";
import {
  type BudgetLayer,
  budgetLayerSchema,
  type RateLimit,
  type UsageReport,
  type UsageRow,
  usageReportSchema,
} from "../../shared/hubApi/usageReport.ts";
import { withoutUndefined } from "../withoutUndefined.ts";
import { foreignUsage } from "./foreignUsage.ts";
import {
  amount,
  count,
  dayOf,
  layerKind,
  arrayOf,
  moment,
  recordOf,
  shortText,
  sumsOf,
  type UsageParts,
} from "./usageFields.ts";

const maxRows = 1000;
const maxBudgets = 50;

export function readUsage(body: unknown, fetchedAt: number): UsageReport | undefined {
  const fields = recordOf(body);
  const parts = hubUsage(fields) ?? foreignUsage(body, fetchedAt);
  if (!parts) {
    return undefined;
  }
  const { budgets = [], rates = [] } = parts;
  return usageReportSchema.safeParse({
    ...parts,
    fetchedAt,
    budgets: budgets
      .slice(0, maxBudgets)
      .filter((layer) => budgetLayerSchema.safeParse(layer).success),
    rates,
  }).data;
}

function hubUsage(fields: Fields): UsageParts | undefined {
  if (!Array.isArray(fields["budgets"]) && !isRecord(fields["totals"])) {
    return undefined;
  }
  const period = recordOf(fields["period"]);
  const totals = recordOf(fields["totals"]);
  const token = recordOf(fields["token"]);
  const start = dayOf(recordOf(fields["range"])["start"]);
  const end = dayOf(recordOf(fields["range"])["end"]);
  return withoutUndefined({
    budgets: arrayOf(fields["budgets"])
      .filter(isRecord)
      .map(budgetOf(shortText(period["key"], 50))),
    rates: Object.entries(recordOf(fields["rate_limit"])).flatMap(([name, value]) =>
      rateOf(name, recordOf(value)),
    ),
    owner: withoutUndefined({
      token: shortText(token["name"]) ?? shortText(token["prefix"]),
      profile: shortText(token["profile"]),
      sector: shortText(token["sector"]),
    }),
    range: start === undefined || end === undefined ? undefined : { start, end },
    timeZone: shortText(period["time_zone"], 100),
    currency: shortText(totals["currency"], 10),
    totals: isRecord(fields["totals"]) ? sumsOf(totals) : undefined,
    byDay: rowsOf(fields["by_day"], "day"),
    byModel: rowsOf(fields["by_model"], "model"),
    byApp: rowsOf(fields["by_app"], "app"),
  });
}

function budgetOf(period: string | undefined): (fields: Fields) => BudgetLayer {
  return (fields) => {
    const unit = shortText(fields["unit"], 10) ?? "";
    return withoutUndefined({
      kind: layerKind(fields["scope"]),
      name: shortText(fields["name"]),
      unit: unit === "tokens" ? ("tokens" as const) : ("money" as const),
      currency: /^[A-Z]{3}$/u.test(unit) ? unit : undefined,
      limit: amount(fields["limit"]),
      used: amount(fields["spent"] ?? fields["used"]),
      remaining: amount(fields["remaining"]),
      period,
      renewsAt: moment(fields["resets_at"]),
    });
  };
}

const rateUnits: Readonly<Record<string, RateLimit["unit"]>> = {
  requests_per_minute: "requests",
  tokens_per_minute: "tokens",
  parallel_requests: "parallel",
};

function rateOf(name: string, fields: Fields): readonly RateLimit[] {
  const unit = Object.hasOwn(rateUnits, name) ? rateUnits[name] : undefined;
  return unit === undefined
    ? []
    : [
        withoutUndefined({
          unit,
          limit: count(fields["limit"]),
          remaining: count(fields["remaining"]),
        }),
      ];
}

function rowsOf(value: unknown, key: string): UsageRow[] | undefined {
  return Array.isArray(value)
    ? value
        .slice(0, maxRows)
        .filter(isRecord)
        .map((row) => ({ ...sumsOf(row), key: shortText(row[key]) ?? "" }))
    : undefined;
}
