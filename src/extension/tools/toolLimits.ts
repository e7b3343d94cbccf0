import * as vscode from "vscode";
import * as z from "zod/mini";

import type { WriteLimits } from "../../seller/chatTools/writeGate.ts";

const section = "aiHub.seller";

const accessSchema = z.enum(["off", "read", "write"]);
const maxWritesSchema = z.int().check(z.gte(0), z.lte(1000));
const maxPriceChangeSchema = z.number().check(z.gte(0), z.lte(1000));
const zeroStockSchema = z.enum(["refuse", "ask"]);

/** The tool limits, from the person's own settings only; an invalid value means the default. */
export const toolLimits = {
  get: (): WriteLimits => ({
    access: accessSchema.safeParse(own("chatAccess")).data ?? "read",
    maxWrites: maxWritesSchema.safeParse(own("maxWrites")).data ?? 10,
    maxPriceChange: maxPriceChangeSchema.safeParse(own("maxPriceChange")).data ?? 20,
    zeroStock: zeroStockSchema.safeParse(own("zeroStock")).data ?? "refuse",
  }),

  onDidChange: (listener: () => void): vscode.Disposable =>
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(section)) {
        listener();
      }
    }),

  setAccess: (access: WriteLimits["access"]): Thenable<void> =>
    vscode.workspace
      .getConfiguration(section)
      .update("chatAccess", access, vscode.ConfigurationTarget.Global),
};

function own(name: string): unknown {
  return vscode.workspace.getConfiguration(section).inspect<unknown>(name)?.globalValue;
}
