import { expect, test } from "vitest";

import { takePicture } from "../../support/drawnPage.ts";
import { snapshot } from "../../support/fakeHost/builders.ts";
import { button } from "../turns/turnsPage.ts";
import { agentState, call, edit } from "./agentScenes.ts";
import { openAgent, type Scene } from "./openAgent.ts";

const idle: Scene = { message: { state: "complete" }, agent: { mode: "ask" } };

test("the mode is chosen with the keyboard alone, and the focus comes back to the button", async () => {
  const { page, host } = await openAgent(idle);
  const mode = button(page, "Mode");
  await mode.focus();
  await page.keyboard.press("ArrowDown");
  const item = (name: string) => page.getByRole("menuitemradio", { name, exact: true });
  await item("Ask").waitFor();
  await expect.poll(() => item("Ask").getAttribute("aria-checked")).toBe("true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain("Agent");
  await page.keyboard.press("Enter");
  await expect.poll(() => host.calls("setMode")).toEqual([{ conversationId: "c1", mode: "agent" }]);
  await expect
    .poll(() => mode.evaluate((element) => element === document.activeElement))
    .toBe(true);
  await expect.poll(() => page.getByRole("menu").count()).toBe(0);
});

test("Escape closes the menu and changes nothing", async () => {
  const { page, host } = await openAgent(idle);
  await button(page, "Mode").click();
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("End");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("menu").count()).toBe(0);
  expect(await host.calls("setMode")).toEqual([]);
});

test("the level is in the same menu, and the button says it where it is not the careful one", async () => {
  const { page, host } = await openAgent({
    ...idle,
    agent: { mode: "agent", level: "edits" },
    width: 600,
  });
  await expect
    .poll(() => button(page, "Mode").getAttribute("aria-description"))
    .toBe("Agent · Edits freely");
  await button(page, "Mode").click();
  await page.getByRole("menuitemradio", { name: "Sandbox", exact: true }).click();
  await expect
    .poll(() => host.calls("setLevel"))
    .toEqual([{ conversationId: "c1", level: "sandbox" }]);
});

test("that the organisation allows no commands stands in the menu", async () => {
  const { page, host } = await openAgent({
    ...idle,
    agent: { mode: "agent", levels: ["ask", "edits"], hasNoCommands: true },
  });
  await button(page, "Mode").click();
  await page.getByText("Your organisation allows the agent no commands.").waitFor();
  await page.getByRole("menuitemradio", { name: "Edits freely", exact: true }).click();
  await expect.poll(() => host.calls("setLevel")).toHaveLength(1);
});

test.each([
  ["en", "noProgram", "bwrap", "There is no level Sandbox: bwrap was not found on this machine."],
  [
    "pt-br",
    "homeFolder",
    "",
    "Não há o nível Sandbox: o espaço de trabalho contém a pasta pessoal.",
  ],
  ["en", "failed", "no namespaces", "There is no level Sandbox: it failed with “no namespaces”."],
] as const)(
  "why there is no sandbox stands in the menu, in %s: %s",
  async (locale, why, detail, text) => {
    const agent = { mode: "agent", levels: ["ask", "edits"], noSandbox: { why, detail } } as const;
    const { page } = await openAgent({
      ...idle,
      locale,
      agent: { ...agent, levels: [...agent.levels] },
    });
    await button(page, locale === "en" ? "Mode" : "Modo").click();
    await page.getByText(text).waitFor();
  },
);

test("a level that the organisation has set is named in the menu", async () => {
  const { page } = await openAgent({
    ...idle,
    agent: { mode: "agent", levels: ["ask"], isLevelLocked: true },
  });
  await button(page, "Mode").click();
  await page.getByText("Set by your organisation").waitFor();
});

test("where only Ask is possible the menu says why, and the others cannot be chosen", async () => {
  const { page, host } = await openAgent({
    ...idle,
    agent: { mode: "ask", unavailable: "untrusted" },
  });
  await button(page, "Mode").click();
  const agent = page.getByRole("menuitemradio", { name: "Agent", exact: true });
  await page.getByText("Plan and Agent need a workspace that you trust.").waitFor();
  await expect.poll(() => agent.getAttribute("aria-disabled")).toBe("true");
  await agent.click({ force: true });
  expect(await host.calls("setMode")).toEqual([]);
  await expect.poll(() => page.getByRole("menuitemradio").count()).toBe(3);
});

test("another conversation does not show this one's mode", async () => {
  const { page, host } = await openAgent(idle);
  await host.tell("showAgent", {
    conversationId: "c2",
    mode: "agent",
    level: "ask",
    levels: ["ask"],
    plan: [],
    cards: [],
    changes: [],
    checkpoints: [],
    background: [],
  });
  await expect.poll(() => button(page, "Mode").count()).toBe(0);
});

test("below a plan a button starts it; below an older answer there is none", async () => {
  const { page, host } = await openAgent({
    ...idle,
    parts: [{ kind: "text", text: "1. Read. 2. Write." }],
    agent: { mode: "plan" },
  });
  await button(page, "Start with this plan").click();
  await expect
    .poll(() => host.calls("startPlan"))
    .toEqual([{ conversationId: "c1", messageId: "m2" }]);
});

test("at 280 pixels the model keeps its arrow, and nothing of the composer is wider than the page", async () => {
  const { page } = await openAgent({
    message: { state: "complete" },
    agent: { mode: "agent", level: "edits" },
    width: 280,
  });
  const model = page.getByRole("combobox", { name: "Model" }).locator(".codicon-chevron-down");
  await model.waitFor();
  const box = await model.boundingBox();
  expect(box?.width).toBeGreaterThan(8);
  expect((box?.x ?? 280) + (box?.width ?? 0)).toBeLessThan(280);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  await takePicture(page, "agent-mode-280");
});

test("an answer in Ask whose edits were refused says so, and the same question runs as a task", async () => {
  const part = edit({ state: "failed", result: "There is no such tool." });
  const { page, host } = await openAgent({ ...idle, parts: [part], agent: { mode: "ask" } });
  await page.getByText("Ask mode: nothing was changed.").waitFor();
  await button(page, "Run as agent").click();
  await expect.poll(() => host.calls("setMode")).toEqual([{ conversationId: "c1", mode: "agent" }]);
  await expect
    .poll(() => host.calls("regenerate"))
    .toEqual([{ conversationId: "c1", messageId: "m2" }]);
});

test("an answer in Ask that only read has no such line", async () => {
  const part = call("read_file", {}, { state: "failed" });
  const { page } = await openAgent({ ...idle, parts: [part], agent: { mode: "ask" } });
  await page.locator(".tool-call").first().waitFor();
  expect(await button(page, "Run as agent").count()).toBe(0);
});

test("an empty conversation in Agent offers tasks, and its field asks for one", async () => {
  const { page, host } = await openAgent({ snapshot: snapshot(), agent: { mode: "agent" } });
  const field = page.getByRole("textbox", { name: "Message", exact: true });
  expect(await field.getAttribute("placeholder")).toBe("Describe a task…");
  await button(page, "Fix the problems of the open file").click();
  await expect.poll(() => field.inputValue()).toBe("Fix the problems of the open file");
  expect(await host.calls("sendMessage")).toEqual([]);
});

test("in the sample's folder one click starts a task of its README", async () => {
  const agent = { mode: "agent", isSample: true } as const;
  const { page, host } = await openAgent({ snapshot: snapshot(), agent });
  await button(page, "Fix the failing test in src/status.spec.mjs").click();
  await expect
    .poll(async () => (await host.calls("sendMessage")).at(0))
    .toMatchObject({ text: "Fix the failing test in src/status.spec.mjs" });
});

test("below the modes the menu leads to servers, rules, search and completion", async () => {
  const { page, host } = await openAgent(idle);
  await button(page, "Mode").click();
  await expect
    .poll(() => page.getByRole("menuitem").allTextContents())
    .toEqual([
      "Search Code",
      "MCP Servers…",
      "Approval Rules of the Agent…",
      "Turn On Completion…",
    ]);
  await page.getByRole("menuitem", { name: "MCP Servers…" }).click();
  await expect
    .poll(() => host.calls("manage"))
    .toEqual([{ conversationId: "c1", what: "mcpServers" }]);
  await expect.poll(() => page.getByRole("menu").count()).toBe(0);
});

test("an empty chat offers completion while it is off", async () => {
  const { page, host } = await openAgent({
    snapshot: snapshot(),
    agent: { mode: "ask", isCompletionOff: true },
  });
  await page.getByText("Suggestions while you type are off.").waitFor();
  await button(page, "Turn On Completion…").click();
  await expect
    .poll(() => host.calls("manage"))
    .toEqual([{ conversationId: "c1", what: "turnOnCompletion" }]);
  await host.tell("showAgent", agentState({ mode: "ask" }));
  await page.getByText("Suggestions while you type are off.").waitFor({ state: "detached" });
});
