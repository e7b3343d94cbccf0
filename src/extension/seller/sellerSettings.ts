import * as z from "zod/mini";

import { type CalmLimits, defaultCalmLimits } from "../../seller/write/writeRisks.ts";
import { ownSetting } from "../editor/ownSettings.ts";

const percentSchema = z.number().check(z.gte(0), z.lte(1000));

/** Reads the person's own settings only; an invalid value means the default. */
export function calmLimits(): CalmLimits {
  return {
    priceChange: ownPercent("seller.askPriceChange") ?? defaultCalmLimits.priceChange,
    stockChange: ownPercent("seller.askStockChange") ?? defaultCalmLimits.stockChange,
    share: ownPercent("seller.askShare") ?? defaultCalmLimits.share,
  };
}

function ownPercent(setting: string): number | undefined {
  return percentSchema.safeParse(ownSetting(setting)).data;
}
