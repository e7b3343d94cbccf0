import type * as vscode from "vscode";
import * as z from "zod/mini";

import type { WriteLimits } from "../../seller/chatTools/writeGate.ts";
import { onDidChangeOwnSetting, ownSetting, setOwnSetting } from "../editor/ownSettings.ts";

const accessSchema = z.enum(["off", "read", "write"]);
const maxWritesSchema = z.int().check(z.gte(0), z.lte(1000));
const percentSchema = z.number().check(z.gte(0), z.lte(1000));
const zeroStockSchema = z.enum(["refuse", "ask"]);

export const toolLimits = {
  get: (): WriteLimits => ({
    access: accessSchema.safeParse(ownSetting("seller.chatAccess")).data ?? "read",
    maxWrites: maxWritesSchema.safeParse(ownSetting("seller.maxWrites")).data ?? 10,
    maxPriceChange: percentSchema.safeParse(ownSetting("seller.maxPriceChange")).data ?? 20,
    maxStockChange: percentSchema.safeParse(ownSetting("seller.maxStockChange")).data ?? 80,
    zeroStock: zeroStockSchema.safeParse(ownSetting("seller.zeroStock")).data ?? "refuse",
  }),

  onDidChange: (listener: () => void): vscode.Disposable =>
    onDidChangeOwnSetting("seller", listener),

  setAccess: (access: WriteLimits["access"]): Thenable<void> =>
    setOwnSetting("seller.chatAccess", access),
};
