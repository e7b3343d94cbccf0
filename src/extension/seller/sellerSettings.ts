import * as vscode from "vscode";
import * as z from "zod/mini";

import { type CalmLimits, defaultCalmLimits } from "../../seller/write/writeRisks.ts";
import type { EnvironmentsSetting } from "./sellerDesks.ts";

const section = "aiHub";
const name = "seller.environments";

/** The person's own value: a workspace must not decide where writes go. */
export const environmentsSetting: EnvironmentsSetting & {
  set(entries: readonly unknown[]): Thenable<void>;
} = {
  get: () => vscode.workspace.getConfiguration(section).inspect<unknown>(name)?.globalValue,
  set: (entries) =>
    vscode.workspace
      .getConfiguration(section)
      .update(name, entries, vscode.ConfigurationTarget.Global),
  onDidChange: (listener) =>
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${section}.${name}`)) {
        listener();
      }
    }),
};

const percentSchema = z.number().check(z.gte(0), z.lte(1000));

/** From the person's own settings only; an invalid value means the default. */
export function calmLimits(): CalmLimits {
  return {
    priceChange: ownPercent("seller.askPriceChange") ?? defaultCalmLimits.priceChange,
    share: ownPercent("seller.askShare") ?? defaultCalmLimits.share,
  };
}

function ownPercent(setting: string): number | undefined {
  const known = vscode.workspace.getConfiguration(section).inspect<unknown>(setting);
  return percentSchema.safeParse(known?.globalValue).data;
}
