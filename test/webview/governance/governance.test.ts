import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import type { Snapshot } from "../../../src/shared/calls/protocol.ts";
import type { Failure } from "../../../src/shared/failures/failure.ts";
import { faultless, faultsOf } from "../../support/drawnPage.ts";
import { snapshot } from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { hostOf, type HostHandle } from "../../support/fakeHost/hostHandle.ts";
import { budgets, failed, governanceScenes, layer, models, openScene } from "./governanceScenes.ts";

interface Opened {
  readonly page: Page;
  readonly host: HostHandle;
}

async function open(more: Partial<OpenOptions> = {}): Promise<Opened> {
  const { page } = await openChat({ snapshot: snapshot(), ...more });
  await page.getByRole("textbox", { name: /^(Message|Mensagem)$/u }).waitFor();
  return { page, host: hostOf(page) };
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });
const send = (page: Page) => button(page, "Send");

describe("a budget in sight", () => {
  test("the tightest one is beside the message and leads to the usage view", async () => {
    const { page, host } = await open();
    const sector = layer({ kind: "sector", limit: "100", used: "85", remaining: "15" });
    await host.tell("showBudgets", budgets([layer(), sector]));
    const chip = button(page, "Sector budget: R$15.00 left. Show usage");
    await chip.waitFor();
    await expect.poll(() => chip.getAttribute("class")).toContain("low");
    await expect
      .poll(() => chip.getAttribute("title"))
      .toContain("Token budget: R$9.00 of R$50.00");
    await chip.click();
    await expect.poll(() => host.calls("showUsage")).toEqual([{}]);
  });

  test("nothing is shown of what the hub does not report", async () => {
    const { page, host } = await open();
    await host.tell("showBudgets", budgets([layer()]));
    const chips = page.getByRole("button", { name: /Show usage/u });
    await chips.waitFor();
    await host.tell("showBudgets", budgets([{ kind: "token", unit: "money" }]));
    await expect.poll(() => chips.count()).toBe(0);
  });
});

describe("a stop by a budget", () => {
  const failure: Failure = { kind: "budget_exhausted", httpStatus: 402, scope: "token" };
  const spent = layer({ used: "50.00", remaining: "0.00", renewsAt: Date.UTC(2099, 11, 1, 12) });

  test("says which budget, how much of it is used and when it renews, and keeps the draft", async () => {
    const { page, host } = await open({ snapshot: { ...failed(failure), draft: "Next" } });
    await host.tell("showBudgets", budgets([spent]));
    await page.getByText("R$50.00 of R$50.00 · R$0.00 left").waitFor();
    await page.getByText("It renews on Dec 1, 2099.").waitFor();
    await page.getByText("Token budget is used up.").waitFor();
    await expect.poll(() => send(page).isDisabled()).toBe(true);
    await page.getByRole("textbox", { name: "Message" }).press("Enter");
    expect(await host.calls("sendMessage")).toEqual([]);
    await expect
      .poll(() => page.getByRole("textbox", { name: "Message" }).inputValue())
      .toBe("Next");
  });

  test("is told on one card, whose first button checks again", async () => {
    const { page, host } = await open({ snapshot: { ...failed(failure), draft: "Next" } });
    await host.tell("showBudgets", budgets([spent]));
    await page.getByText("Token budget is used up.").waitFor();
    expect(await page.locator(".notice").count()).toBe(1);
    expect(await page.getByRole("button").filter({ hasText: /\w/u }).allTextContents()).toEqual(
      expect.arrayContaining(["Check again", "Show usage", "Choose model", "Let me send anyway"]),
    );
    expect(await page.locator(".notice .buttons button").first().textContent()).toBe("Check again");
    expect(await button(page, "Try again").count()).toBe(0);
  });

  test("does not say used up of a budget of which too little is left for the message", async () => {
    const { page, host } = await open({ snapshot: { ...failed(failure), draft: "Next" } });
    await host.tell("showBudgets", budgets([layer({ used: "49.00", remaining: "1.00" })]));
    await page.getByText("Token budget: too little is left for your message.").waitFor();
    await page.getByText("R$49.00 of R$50.00 · R$1.00 left").waitFor();
    expect(await page.getByText("Token budget is used up.").count()).toBe(0);
  });

  test("ends when the hub reports that there is room again", async () => {
    const { page, host } = await open({ snapshot: { ...failed(failure), draft: "Next" } });
    await host.tell("showBudgets", budgets([spent]));
    await button(page, "Check again").click();
    await expect.poll(() => host.calls("refreshBudgets")).toEqual([{}]);
    await host.tell(
      "showBudgets",
      budgets([layer({ limit: "500", used: "50", remaining: "450" })]),
    );
    await expect.poll(() => send(page).isEnabled()).toBe(true);
    expect(await page.getByText("Token budget is used up.").count()).toBe(0);
  });

  test("ends when the person wants to try all the same", async () => {
    const { page, host } = await open({ snapshot: { ...failed(failure), draft: "Next" } });
    await host.tell("showBudgets", budgets([spent]));
    await button(page, "Let me send anyway").click();
    await send(page).click();
    await expect.poll(() => host.calls("sendMessage")).toHaveLength(1);
  });

  test("ends when another model is chosen, which may cost nothing", async () => {
    const { page, host } = await open({ snapshot: { ...failed(failure), draft: "Next" } });
    await host.tell("showBudgets", budgets([spent]));
    await page.getByText("Token budget is used up.").waitFor();
    await host.setView({ selectedModel: "claude-y" });
    await send(page).click();
    await expect.poll(() => host.calls("sendMessage")).toHaveLength(1);
  });

  test("does not outlast the renewal of the budget", async () => {
    const renewed = failed({ ...failure, retryAt: Date.now() - 1 });
    const { page } = await open({ snapshot: { ...renewed, draft: "Next" } });
    await expect.poll(() => send(page).isEnabled()).toBe(true);
  });
});

const limitedUntil = (retryAt: number): Snapshot =>
  failed({ kind: "rate_limited", httpStatus: 429, retryAt });

describe("a rate limit", () => {
  test("tells the limit, counts down, and can be tried again with one click when it is over", async () => {
    const { page, host } = await open({ snapshot: limitedUntil(Date.now() + 300_000) });
    await host.tell("showBudgets", budgets([]));
    await page.getByText("This token may make 60 requests a minute.").waitFor();
    await expect.poll(() => button(page, "Try again").isDisabled()).toBe(true);
    await host.show(limitedUntil(Date.now() - 1));
    await page.getByRole("status").filter({ hasText: "You can try again now." }).waitFor();
    expect(await host.calls("regenerate")).toEqual([]);
    await button(page, "Try again").click();
    await expect.poll(() => host.calls("regenerate")).toHaveLength(1);
  });
});

describe("models that the profile does not allow", () => {
  test("are shown last and locked, and choosing one tells why and what can be used instead", async () => {
    const { page, host } = await open({ models });
    await page.getByRole("combobox", { name: "Model" }).click();
    const rows = page.getByRole("option");
    await rows.first().waitFor();
    const last = rows.last();
    await expect.poll(() => last.getAttribute("aria-disabled")).toBe("true");
    await expect.poll(() => last.innerText()).toContain("The hub says: <b>only leads</b>");
    await page.getByRole("combobox", { name: "Search" }).press("ArrowUp");
    await page.keyboard.press("Enter");
    await page
      .getByRole("alert")
      .filter({ hasText: "Your profile may not use GPT X Large." })
      .waitFor();
    expect(await host.calls("selectModel")).toEqual([]);
    await page
      .getByRole("list", { name: "Models you can use" })
      .getByRole("button")
      .first()
      .click();
    await expect.poll(() => host.calls("selectModel")).toEqual([{ id: "gpt-x-small" }]);
  });

  test.each(["policy_model", "model_not_found"] as const)(
    "after %s the nearest allowed ones can be tried with one click",
    async (kind) => {
      const { page, host } = await open({ snapshot: failed({ kind }), models });
      await button(page, "Try with GPT X Small").click();
      await expect.poll(() => host.calls("selectModel")).toEqual([{ id: "gpt-x-small" }]);
      await expect.poll(() => host.calls("regenerate")).toHaveLength(1);
    },
  );

  test("a chosen one that the hub does not list is marked", async () => {
    const { page, host } = await open();
    await host.tell("showModelState", { isUnlisted: true });
    const picker = page.getByRole("combobox", { name: "Model" });
    await expect
      .poll(() => picker.getAttribute("title"))
      .toBe("gpt-x-large: the hub does not list this model");
  });
});

test("a token that was refused keeps the conversation and can be updated", async () => {
  const { page, host } = await open({ snapshot: failed({ kind: "auth_invalid" }) });
  await page.getByText("Question").waitFor();
  await button(page, "Update token").click();
  await expect.poll(() => host.calls("setToken")).toEqual([{}]);
});

test("a refused token is told on one card, not again above the message", async () => {
  const { page, host } = await open({ snapshot: failed({ kind: "auth_invalid" }) });
  await host.setView({ hubProblem: { kind: "auth_invalid" } });
  await button(page, "Update token").waitFor();
  expect(await page.getByRole("alert").count()).toBe(1);
  await host.setView({ hubProblem: { kind: "dns" } });
  await expect.poll(() => page.getByRole("alert").count()).toBe(2);
});

describe("without a network", () => {
  test("the page says so, goes back to normal by itself, and sends nothing", async () => {
    const { page, host } = await open({ snapshot: snapshot({ draft: "Wait" }) });
    await page.context().setOffline(true);
    const bar = page.getByRole("alert").filter({ hasText: "You are offline." });
    await bar.waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => bar.count()).toBe(0);
    expect(await host.calls("sendMessage")).toEqual([]);
  });
});

describe("the tip about the right side", () => {
  test.each([
    ["vscode", "Secondary Side Bar"],
    ["cursor", "Cursor keeps its own chat on the right"],
    ["windsurf", "Cascade sits on the right"],
    ["other", "where your editor has a second side bar"],
  ])("speaks the language of %s", async (fork, words) => {
    const { page, host } = await open();
    await host.tell("showTip", { fork });
    const tip = page.getByRole("region", { name: "Chat on the right?" });
    await tip.getByText(words).waitFor();
    await button(page, "Choose a place…").click();
    await expect.poll(() => host.calls("moveView")).toEqual([{}]);
  });

  test("goes away for good", async () => {
    const { page, host } = await open();
    await host.tell("showTip", { fork: "vscode" });
    const tip = page.getByRole("region", { name: "Chat on the right?" });
    await tip.getByRole("button", { name: "Dismiss" }).click();
    await expect.poll(() => host.calls("dismissTip")).toEqual([{}]);
    await expect.poll(() => tip.count()).toBe(0);
  });
});

test.each(governanceScenes)("$name is drawn without a fault", async (scene) => {
  expect(await faultsOf(await openScene(scene, "en"))).toEqual(faultless);
});
