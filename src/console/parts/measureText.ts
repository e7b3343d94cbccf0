import type { Format } from "../app/format.ts";
import type { Measure } from "../data/usageReport.ts";

export function measureText(format: Format, measure: Measure, value: number): string {
  return measure === "cost" ? format.money(value) : format.count(value);
}
