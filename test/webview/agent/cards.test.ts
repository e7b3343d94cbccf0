import { expect, test } from "vitest";

import type { AgentCard } from "../../../src/shared/calls/agentCalls.ts";
import { takePicture } from "../../support/drawnPage.ts";
import { button, field, isFocused } from "../turns/turnsPage.ts";
import { agentState, call, card, command, commandCard, edit, run, several } from "./agentScenes.ts";
import { cardOf, openAgent, openCard, waiting } from "./openAgent.ts";

const outside: Partial<AgentCard> = {
  kind: "outside",
  paths: ["/etc/hosts"],
  warnings: ["outsideWorkspace"],
};

test.each<readonly [name: string, change: Partial<AgentCard>]>([
  ["Edit src/retry.ts", { kind: "edit" }],
  ["Write notes.md", { kind: "edit", paths: ["notes.md"], isNew: true }],
  ["Edit 2 files", { kind: "edit", paths: ["a.ts", "b.ts"] }],
  [
    "Keep what the command changed in Makefile",
    { kind: "edit", paths: ["Makefile"], warnings: ["changedByCommand"] },
  ],
  ["Run command", { kind: "command", paths: [], command: "make" }],
  ["Delete src/old.ts", { kind: "delete", paths: ["src/old.ts"], detail: "" }],
  ["Use /etc/hosts, outside the workspace", outside],
  [
    "Use .env, which may hold secrets",
    { kind: "outside", paths: [".env"], warnings: ["secretFile"] },
  ],
  ["Start MCP server", { kind: "serverStart", paths: [], detail: "npx some-server" }],
  [
    "Let the agent have new or changed MCP tools",
    { kind: "serverStart", paths: ["test: echo"], detail: "name: echo", isToolReview: true },
  ],
  ["Call mcp_shop_order", { kind: "mcpCall", paths: [], detail: '{"id":1}' }],
  ["Send request", { kind: "request", paths: [], detail: "POST https://example.com" }],
])("a card is the group “%s”, and says its kind", async (name, change) => {
  const part = call("mcp_shop_order", {}, waiting);
  const { page } = await openCard((callId) => card(callId, change), part);
  const group = page.getByRole("group", { name, exact: true });
  await expect.poll(() => group.getAttribute("data-card")).toBe(change.kind);
  await page.getByRole("alert").getByText(`Approval needed: ${name}`).waitFor();
});

test("a card of several edits shows each file, and says what is saved before", async () => {
  const detail = ["a.ts", "b.ts"].map((path) => `--- ${path}\n+++ ${path}\n@@ 1 @@\n-one\n+two`);
  const change: Partial<AgentCard> = {
    paths: ["a.ts", "b.ts"],
    detail: detail.join("\n"),
    warnings: ["savesFirst"],
  };
  const { page, host } = await openCard((callId) => card(callId, change), edit(waiting), {
    width: 280,
    theme: "light",
  });
  const group = page.getByRole("group", { name: "Edit 2 files", exact: true });
  await expect
    .poll(() => group.locator(".card-paths li").allInnerTexts())
    .toEqual(["a.ts", "b.ts"]);
  await expect.poll(() => group.locator(".code-row.added").count()).toBe(2);
  await group.getByText("You have changes in this file that are not saved.").waitFor();
  await takePicture(page, "agent-card-280");
  const save = group.getByRole("button", { name: "Save and go on", disabled: false });
  await save.waitFor();
  await save.click();
  await expect
    .poll(() => host.calls("decideAct"))
    .toEqual([{ conversationId: "c1", cardId: "card-1", approve: true }]);
});

test("what a command in the sandbox changed is kept or put back, in both languages", async () => {
  const change: Partial<AgentCard> = {
    paths: ["Makefile", "package.json"],
    warnings: ["changedByCommand"],
  };
  for (const [locale, name, keep, back, warning] of [
    [
      "en",
      "Keep what the command changed in 2 files",
      "Keep the changes",
      "Put back",
      "A command in the sandbox has changed this already.",
    ],
    [
      "pt-br",
      "Manter o que o comando alterou em 2 arquivos",
      "Manter as alterações",
      "Voltar ao que era",
      "Um comando no sandbox já alterou isto.",
    ],
  ] as const) {
    const open = await openCard((callId) => card(callId, change), command(waiting), { locale });
    const group = open.page.getByRole("group", { name, exact: true });
    await group.getByText(warning).waitFor();
    await group.getByRole("button", { name: keep, disabled: false }).waitFor();
    await group.getByRole("button", { name: back, disabled: false }).click();
    await expect
      .poll(() => open.host.calls("decideAct"))
      .toEqual([{ conversationId: "c1", cardId: "card-1", approve: false }]);
  }
});

test("each edit of a shared card can be left out with the keyboard, and what is left is counted", async () => {
  const { page, host } = await openCard((callId) => card(callId, several), edit(waiting));
  await host.setResult("decideAct", { outcome: "done" });
  const group = page.getByRole("group", { name: "Edit 3 files", exact: true });
  const boxes = group.getByRole("checkbox");
  const checks = () => boxes.evaluateAll((all) => all.map((box) => box.matches(":checked")));
  await expect.poll(checks).toEqual([true, true, true]);
  await expect.poll(() => group.locator(".code-row.added").count()).toBe(3);
  await group.getByRole("button", { name: "Make these edits", disabled: false }).waitFor();
  await group.getByRole("checkbox", { name: "src/wait.ts" }).focus();
  await page.keyboard.press("Space");
  await expect.poll(() => group.locator(".code-row.added").count()).toBe(2);
  await group.getByRole("button", { name: "Make 2 of 3 edits" }).waitFor();
  await boxes.nth(0).uncheck();
  await boxes.nth(2).uncheck();
  await expect
    .poll(() => group.getByRole("button", { name: "Make 0 of 3 edits" }).isDisabled())
    .toBe(true);
  await boxes.nth(2).check();
  await group.getByRole("button", { name: "Make 1 of 3 edits" }).click();
  await expect
    .poll(() => host.calls("decideAct"))
    .toEqual([{ conversationId: "c1", cardId: "card-1", approve: true, leaveOut: [1, 0] }]);
});

test("refusing a shared card refuses all of it, whatever is ticked", async () => {
  const { page, host } = await openCard((callId) => card(callId, several), edit(waiting));
  await page.getByRole("checkbox", { name: "src/wait.ts" }).uncheck();
  await page.getByRole("button", { name: "Skip", disabled: false }).click();
  await expect
    .poll(() => host.calls("decideAct"))
    .toEqual([{ conversationId: "c1", cardId: "card-1", approve: false }]);
});

test("a card of the second of two reads in one line is shown, and in a long row of lines, too", async () => {
  const running = { state: "running", result: undefined } as const;
  const looks = [
    call("read_file", { path: "src/a.ts" }, running),
    call("read_file", { path: "/etc/hosts" }, running),
  ];
  const acts = Array.from({ length: 40 }, () => command(waiting));
  for (const [parts, asked] of [
    [looks, looks[1]],
    [acts, acts[0]],
  ] as const) {
    const { page, host } = await openAgent({ parts, agent: { run } });
    const cards = [card(asked?.callId ?? "", outside)];
    await host.tell("showAgent", agentState({ run, cards }));
    await page.getByRole("group", { name: "Use /etc/hosts, outside the workspace" }).waitFor();
    await expect.poll(() => page.locator("[data-card]").count()).toBe(1);
  }
});

test("a card takes no focus, has no default button, and a click at once does nothing", async () => {
  const { page, host } = await openCard(commandCard);
  const inCard = await page.evaluate(() => document.activeElement?.closest("[data-card]") ?? null);
  expect(inCard).toBe(null);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  expect(await host.calls("decideAct")).toEqual([]);
  const second = { ...commandCard("nobody"), id: "card-2" };
  const wasDisabled = await page.evaluate(
    (state) =>
      new Promise<boolean>((resolve) => {
        const before = document.querySelector("[data-card=command] .button");
        // At the change itself: a frame can come after the buttons are armed.
        const observer = new MutationObserver(() => {
          const [first] = document.querySelectorAll("[data-card=command] .button");
          if (first && first !== before) {
            observer.disconnect();
            resolve(first.matches(":disabled"));
          }
        });
        observer.observe(document.body, { childList: true, subtree: true });
        fakeHost.tell("showAgent", state);
      }),
    agentState({ run, cards: [second] }),
  );
  expect(wasDisabled).toBe(true);
});

test("a decision goes to the host once, with the rule that was chosen", async () => {
  const { page, host } = await openCard(commandCard);
  await host.setResult("decideAct", { outcome: "done" });
  const group = cardOf(page, "command");
  await group.getByRole("radio", { name: /this beginning: npx vitest run/u }).check();
  await group.getByRole("button", { name: "Run command" }).click();
  await expect
    .poll(() => host.calls("decideAct"))
    .toEqual([{ conversationId: "c1", cardId: "card-1", approve: true, ruleId: "r2" }]);
  await expect
    .poll(() => group.getByRole("button", { name: "Run command" }).isDisabled())
    .toBe(true);
  await expect.poll(() => isFocused(field(page))).toBe(true);
});

test("refusing keeps no rule, whatever was chosen", async () => {
  const { page, host } = await openCard(commandCard);
  await host.setResult("decideAct", { outcome: "gone" });
  const group = cardOf(page, "command");
  await group.getByRole("radio", { name: /exactly this/u }).check();
  await group.getByRole("button", { name: "Skip", disabled: false }).click();
  await expect
    .poll(() => host.calls("decideAct"))
    .toEqual([{ conversationId: "c1", cardId: "card-1", approve: false }]);
  await group.getByRole("alert").getByText("no longer valid").waitFor();
});

test("the difference has line numbers and signs; the head of its one file is left out", async () => {
  const { page } = await openCard((callId) => card(callId), edit(waiting));
  const rows = () =>
    page
      .getByRole("group", { name: "Changes" })
      .locator(".code-row")
      .evaluateAll((elements) =>
        elements.map((row) => [
          row.querySelector<HTMLElement>(".code-line")?.dataset["line"] ?? "",
          row.textContent,
        ]),
      );
  await expect.poll(rows).toEqual([
    ["12", "−  return wait(next);"],
    ["12", "+  try {"],
    ["13", "+    return wait(next);"],
    ["14", "+  } finally {"],
    ["15", "+    clearTimeout(timer);"],
    ["16", "+  }"],
    ["", "⋯"],
    ["30", "−}"],
    ["34", "+};"],
  ]);
});

test("a card whose call is not on the page is drawn above the composer", async () => {
  const { page } = await openCard(() =>
    card("of-nobody", { kind: "serverStart", paths: [], detail: "npx some-server --port 1" }),
  );
  await expect.poll(() => page.locator(".composer [data-card=serverStart]").count()).toBe(1);
});

test("Show leads from the run to the card, with the keyboard", async () => {
  const part = command(waiting);
  const { page, host } = await openAgent({ parts: [part] });
  const asks = { ...run, state: "waiting", doing: { kind: "person" } } as const;
  await host.tell("showAgent", agentState({ run: asks, cards: [commandCard(part.callId)] }));
  await button(page, "Show").click();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-card")))
    .toBe("command");
});

test("a card says in one line what its command can do", async () => {
  const dangers: AgentCard["dangers"] = [
    { kind: "deletes", names: ["build", "dist"] },
    { kind: "packages", names: [] },
    { kind: "history", names: [] },
  ];
  const { page } = await openCard((id) => commandCard(id, { dangers }));
  await expect
    .poll(() => cardOf(page, "command").locator(".card-dangers").innerText())
    .toBe("Deletes build, dist · downloads and runs packages · rewrites history");
});

test("two keys answer a card from an empty message, and the card says so while it has the focus", async () => {
  const { page, host } = await openCard((id) => commandCard(id, { presetRule: "run" }));
  await page.locator("[data-card] .button:enabled").nth(1).waitFor();
  await field(page).focus();
  await page.keyboard.press("Control+Enter");
  expect(await host.calls("decideAct")).toEqual([]);
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => isFocused(cardOf(page, "command"))).toBe(true);
  await page.getByText("Ctrl+Enter: Run command · Ctrl+Backspace: Skip").waitFor();
  await page.keyboard.press("Control+Enter");
  await expect
    .poll(() => host.calls("decideAct"))
    .toEqual([{ conversationId: "c1", cardId: "card-1", approve: true, ruleId: "run" }]);
});

test("Ctrl+Backspace refuses the card that has the focus", async () => {
  const { page, host } = await openCard((id) => card(id));
  await page.locator("[data-card] .button:enabled").nth(1).waitFor();
  await field(page).press("ArrowUp");
  await page.keyboard.press("Control+Backspace");
  await expect
    .poll(() => host.calls("decideAct"))
    .toEqual([{ conversationId: "c1", cardId: "card-1", approve: false }]);
});
