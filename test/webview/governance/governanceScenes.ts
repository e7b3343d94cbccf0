import type { Snapshot } from "../../../src/shared/calls/protocol.ts";
import type { Failure } from "../../../src/shared/failures/failure.ts";
import type { HubModel } from "../../../src/shared/hubApi/model.ts";
import type { BudgetLayer } from "../../../src/shared/hubApi/usageReport.ts";
import { answer, model, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions, type OpenPage } from "../../support/fakeHost/chatPage.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";

const later = Date.now() + 3_600_000;

export const layer = (more: Partial<BudgetLayer> = {}): BudgetLayer => ({
  kind: "token",
  unit: "money",
  currency: "BRL",
  limit: "50.00",
  used: "9.00",
  remaining: "41.00",
  ...more,
});

export const budgets = (layers: readonly BudgetLayer[], fetchedAt = later) => ({
  report: { fetchedAt, budgets: layers, rates: [{ unit: "requests", limit: 60, remaining: 0 }] },
});

export function failed(failure: Failure): Snapshot {
  return snapshot({
    messages: [userMessage("m1", "Question"), answer("m2", "", { state: "failed", failure })],
  });
}

export const models: readonly HubModel[] = [
  model("gpt-x-large", { name: "GPT X Large", locked: { reason: "<b>only leads</b>" } }),
  model("claude-y"),
  model("gpt-x-small", { name: "GPT X Small" }),
  model("embedder", { type: "embedding" }),
];

interface Scene {
  readonly name: string;
  readonly options: Partial<OpenOptions>;
  readonly layers: readonly BudgetLayer[];
}

const spent = layer({ used: "50.00", remaining: "0.00", renewsAt: Date.UTC(2099, 11, 1, 12) });

/** Every limit of a hub that the chat draws. */
export const governanceScenes: readonly Scene[] = [
  { name: "budget-tip", options: {}, layers: [layer()] },
  {
    name: "budget-stop",
    options: { snapshot: failed({ kind: "budget_exhausted", scope: "token" }) },
    layers: [spent],
  },
  {
    name: "policy-model",
    options: { snapshot: failed({ kind: "policy_model" }), models },
    layers: [layer()],
  },
  {
    name: "rate",
    options: { snapshot: failed({ kind: "rate_limited", retryAt: later }) },
    layers: [layer()],
  },
];

export async function openScene(
  { options, layers }: Scene,
  locale: "en" | "pt-br",
): Promise<OpenPage> {
  const opened = await openChat({ snapshot: snapshot(), height: 640, locale, ...options });
  const { page } = opened;
  await page.getByRole("combobox", { name: /^(Model|Modelo)$/u }).waitFor();
  await hostOf(page).tell("showBudgets", budgets(layers));
  await hostOf(page).tell("showTip", { fork: "vscode" });
  await page
    .getByRole("button", { name: /(Show usage|Ver o uso)$/u })
    .last()
    .waitFor();
  return opened;
}
