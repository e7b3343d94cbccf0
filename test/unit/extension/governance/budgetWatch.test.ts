import { expect, test, vi } from "vitest";

import { Emitter } from "../../../../src/shared/base/emitter.ts";
import type { UsageReport } from "../../../../src/shared/hubApi/usageReport.ts";

const editor = vi.hoisted(() => {
  const told: string[] = [];
  return { told, show: (text: string) => Promise.resolve(void told.push(text)) };
});

vi.mock("vscode", () => ({
  env: { language: "en" },
  l10n: {
    t: (text: string, ...values: string[]) =>
      text.replace(/\{(\d)\}/gu, (_, at: string) => values[Number(at)] ?? ""),
  },
  window: { showInformationMessage: editor.show, showWarningMessage: editor.show },
}));
vi.mock("../../../../src/extension/governance/budgetStatus.ts", () => ({
  BudgetStatus: class {
    show(): void {}
    dispose(): void {}
  },
}));

const { BudgetWatch } = await import("../../../../src/extension/governance/budgetWatch.ts");

test("of two budgets that pass a threshold at once, both are told, each once", () => {
  const didChange = new Emitter<undefined>();
  const report: UsageReport = {
    fetchedAt: 1,
    budgets: [
      { kind: "token", unit: "money", limit: "10", used: "9.9" },
      { kind: "sector", unit: "tokens", limit: "100", used: "85" },
    ],
    rates: [],
  };
  const kept = new Map<string, unknown>();
  const memory = {
    get: (key: string) => kept.get(key),
    update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
  };
  const deps = { tracker: { report, onDidChange: didChange.event }, memory, hub: () => "hub" };
  // Only what the watch uses of the tracker and of the editor's memory is there.
  const watch = new BudgetWatch(deps as never);

  didChange.fire(undefined);
  didChange.fire(undefined);
  expect(editor.told).toHaveLength(2);
  watch.dispose();
});
