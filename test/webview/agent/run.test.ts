import { expect, test } from "vitest";

import { button, field, isFocused, queueOf } from "../turns/turnsPage.ts";
import { agentState, changes, plan, run, steps } from "./agentScenes.ts";
import { openAgent } from "./openAgent.ts";

test("the run says what it does now, its step and its cost, and has the one button that stops", async () => {
  const { page, host } = await openAgent({ agent: { run } });
  const region = page.getByRole("region", { name: "Run", exact: true });
  await region.waitFor();
  const text = (await region.innerText()).replaceAll(/\s+/gu, " ");
  expect(text).toContain("Running npm test -- retry");
  expect(text).toContain("Step 4 · $0.12");
  expect(await region.locator(".run-facts").getAttribute("title")).toBe(
    "Pauses after 100 steps · $0.12 of $2.00",
  );
  await expect.poll(() => button(page, "Stop").count()).toBe(1);
  await region.getByRole("button", { name: "Stop", exact: true }).click();
  await expect.poll(() => host.calls("stop")).toHaveLength(1);
  await expect.poll(() => isFocused(field(page))).toBe(true);
});

test("Escape stops the run from the message and from the log", async () => {
  const { page, host } = await openAgent({ agent: { run } });
  await page.getByRole("region", { name: "Run" }).waitFor();
  await field(page).press("Escape");
  await expect.poll(() => host.calls("stop")).toHaveLength(1);
  await page.getByRole("group", { name: "Conversation" }).press("Escape");
  await expect.poll(() => host.calls("stop")).toHaveLength(2);
});

test("Escape in the menu of modes closes the menu and stops nothing", async () => {
  const { page, host } = await openAgent({ agent: { run } });
  await page.getByRole("region", { name: "Run" }).waitFor();
  await button(page, "Mode").click();
  await page.keyboard.press("Escape");
  expect(await host.calls("stop")).toEqual([]);
});

test("a command that goes on after its run has its own line, with its output and its end", async () => {
  const { page, host } = await openAgent({
    message: { state: "complete" },
    agent: { background: [{ callId: "call-9", command: "npm run dev\n" }] },
  });
  const region = page.getByRole("group", { name: "Commands in the background" });
  expect((await region.innerText()).replaceAll(/\s+/gu, " ")).toContain(
    "Still running npm run dev",
  );
  expect(await button(page, "Stop").count()).toBe(0);
  await region.getByRole("button", { name: "Show in terminal" }).click();
  await region.getByRole("button", { name: "Stop command" }).click();
  const about = [{ conversationId: "c1", callId: "call-9" }];
  await expect.poll(() => host.calls("showCommand")).toEqual(about);
  await expect.poll(() => host.calls("stopCommand")).toEqual(about);
  await expect.poll(() => isFocused(field(page))).toBe(true);
  await host.tell("showAgent", agentState());
  await region.waitFor({ state: "detached" });
});

test("a paused run says why and goes on when it is asked to", async () => {
  const { page, host } = await openAgent({
    message: { state: "incomplete" },
    agent: { run: { ...run, state: "paused", pause: "loop" } },
  });
  await page.getByRole("status").getByText("Paused, because it repeats itself.").waitFor();
  expect(await button(page, "Stop").count()).toBe(0);
  await button(page, "Go on").click();
  await expect.poll(() => host.calls("goOnWithRun")).toEqual([{ conversationId: "c1" }]);
});

test("a paused run is explained once, with one way on; without its bar the answer explains itself", async () => {
  const paused = { state: "incomplete", failure: { kind: "paused" } } as const;
  const { page, host } = await openAgent({
    parts: steps(),
    message: paused,
    agent: { run: { ...run, state: "paused", pause: "budget" } },
  });
  await button(page, "Go on").waitFor();
  expect(await button(page, "Continue").count()).toBe(0);
  await host.tell("showAgent", agentState());
  await button(page, "Continue").waitFor();
});

test.each([
  [
    { unit: "tokens", used: "434150", limit: "500000", more: "500000" },
    "Paused: 434,150 of 500,000 tokens used.",
    "Allow 500,000 more",
    [{ conversationId: "c1", allowMore: true }],
  ],
  [
    { unit: "money", used: "1.98", limit: "2", currency: "USD", more: "2" },
    "Paused: $1.98 of $2.00 used.",
    "Allow $2.00 more",
    [{ conversationId: "c1", allowMore: true }],
  ],
  [
    { unit: "steps", used: "100", limit: "100", more: "100" },
    "Paused: 100 of 100 steps used.",
    "Allow 100 more",
    [{ conversationId: "c1" }],
  ],
] as const)(
  "a run at its cap of %j has one bar that allows more",
  async (cap, text, more, calls) => {
    const { unit, used, limit } = cap;
    const failure = { kind: "run_budget", used, limit, unit } as const;
    const { page, host } = await openAgent({
      parts: steps(),
      message: { state: "incomplete", failure },
      agent: { run: { ...run, state: "paused", pause: unit === "steps" ? unit : "budget", cap } },
    });
    await page.getByRole("status").getByText(text).waitFor();
    // Nothing beside the bar says it again, or goes on in another way.
    await expect.poll(() => page.locator("article .notice").count()).toBe(0);
    expect(await button(page, "Continue").count()).toBe(0);
    await button(page, more).click();
    await expect.poll(() => host.calls("goOnWithRun")).toEqual(calls);
    await button(page, "Keep what was done").click();
    await expect.poll(() => host.calls("leaveRun")).toEqual([{ conversationId: "c1" }]);
    await host.tell("showAgent", agentState());
    await page.locator("article .notice").waitFor();
    expect(await button(page, "Continue").count()).toBe(0);
  },
);

test("a run that can get no more says so, and offers only to keep what was done", async () => {
  const cap = { unit: "money", used: "2", limit: "2", currency: "BRL" } as const;
  const { page } = await openAgent({
    message: { state: "incomplete" },
    agent: { run: { ...run, state: "paused", pause: "budget", cap } },
    locale: "pt-br",
  });
  const text = "Sua organização não permite mais para uma execução.";
  await page.getByRole("status").getByText(text).waitFor();
  await button(page, "Ficar com o que foi feito").waitFor();
  expect(await page.locator(".run .button").count()).toBe(1);
});

test("a running run of a model without a price shows its tokens, not money", async () => {
  const tokens = { cost: "0", tokens: 120_000, maxTokens: 500_000 };
  const { page } = await openAgent({ agent: { run: { ...run, ...tokens } } });
  const facts = page.locator(".run-facts");
  await expect.poll(() => facts.innerText()).toMatch(/Step\s4\s·\s120K\stokens/u);
  expect(await facts.getAttribute("title")).toContain("120K tokens of 500K tokens");
});

test("a run that read text from outside is trusted again by the person only", async () => {
  const { page, host } = await openAgent({ agent: { run: { ...run, isTainted: true } } });
  await button(page, "Go on as before").click();
  await expect.poll(() => host.calls("trustAgain")).toEqual([{ conversationId: "c1" }]);
});

test("what it does now is not read out with every step; that it waits is", async () => {
  const { page, host } = await openAgent({ agent: { run } });
  const status = page.getByRole("region", { name: "Run" }).getByRole("status");
  await expect.poll(() => status.textContent()).toBe("");
  await host.tell("showAgent", agentState({ run: { ...run, step: 5, doing: { kind: "model" } } }));
  await page.getByText("Waiting for the model").waitFor();
  await expect.poll(() => status.textContent()).toBe("");
  await host.tell(
    "showAgent",
    agentState({ run: { ...run, state: "waiting", doing: { kind: "person" } } }),
  );
  await expect.poll(() => status.textContent()).toBe("The run waits for you");
});

test("the plan opens from the run, with the state of each step in words", async () => {
  const { page } = await openAgent({ agent: { run, plan } });
  await page.getByRole("button", { name: "Plan: 1 of 3 done" }).click();
  const items = page.getByRole("list", { name: "Plan" }).getByRole("listitem");
  await expect
    .poll(() => items.allTextContents())
    .toEqual([
      "Done: Find where the timer is made",
      "Under way: Clear it in every way out",
      "To do: Run the tests",
    ]);
});

test("what is typed during a run is queued, and Send now does not say that it stops it", async () => {
  const { page, host } = await openAgent({ agent: { run } });
  await page.getByRole("region", { name: "Run" }).waitFor();
  await field(page).fill("Also mind the tests");
  await button(page, "Queue message").click();
  await expect.poll(() => host.calls("queueMessage")).toHaveLength(1);
  await host.tell("showQueue", queueOf("Also mind the tests"));
  await button(page, "Send now").click();
  await expect.poll(() => host.calls("sendQueued")).toEqual([{ conversationId: "c1", id: "q0" }]);
});

test("a checkpoint without anything to restore is not shown", async () => {
  const at = { id: "k1", messageId: "m1", files: 0, isRestored: false };
  const { page } = await openAgent({
    message: { state: "complete" },
    agent: { checkpoints: [at], changes },
  });
  await page.getByRole("group", { name: "Changes of this run" }).waitFor();
  expect(await page.getByRole("group", { name: "Checkpoint" }).count()).toBe(0);
});

test("a checkpoint stands above its message, with Restore, then with Redo", async () => {
  const at = { id: "k1", messageId: "m1", files: 2, isRestored: false };
  const { page, host } = await openAgent({
    message: { state: "complete" },
    agent: { checkpoints: [at] },
  });
  const line = page.getByRole("group", { name: "Checkpoint" });
  await line.getByRole("button", { name: "Compare", exact: true }).click();
  await line.getByRole("button", { name: "Restore", exact: true }).click();
  const follows = await line.evaluate(
    (element) => element.nextElementSibling?.getAttribute("data-message-id") ?? null,
  );
  expect(follows).toBe("m1");
  await host.tell("showAgent", agentState({ checkpoints: [{ ...at, isRestored: true }] }));
  await line.getByRole("button", { name: "Redo", exact: true }).click();
  await line.getByRole("button", { name: "Edit message", exact: true }).click();
  await page.getByRole("textbox", { name: "Edit message" }).waitFor();
  const ofIt = [{ conversationId: "c1", checkpointId: "k1" }];
  await expect
    .poll(async () => [
      await host.calls("compareCheckpoint"),
      await host.calls("restoreCheckpoint"),
      await host.calls("redoCheckpoint"),
    ])
    .toEqual([ofIt, ofIt, ofIt]);
});

test("a button that goes away with its press leaves the focus in the message", async () => {
  const at = { id: "k1", messageId: "m1", files: 2, isRestored: false };
  const { page } = await openAgent({
    message: { state: "incomplete" },
    agent: {
      run: { ...run, state: "paused", pause: "loop", isTainted: true },
      changes,
      checkpoints: [at, { ...at, id: "k2", messageId: "m2", isRestored: true }],
    },
  });
  const presses = async (name: string) => {
    await button(page, name).press("Enter");
    await expect.poll(() => isFocused(field(page))).toBe(true);
  };
  await presses("Go on");
  await presses("Go on as before");
  await presses("Restore");
  await presses("Redo");
  await page.getByRole("button", { name: /3 files changed/u }).click();
  await presses("Keep src/retry.ts");
  await button(page, "Undo test/retry.test.ts").press("Enter");
  await presses("Cancel");
});

test("Escape takes the question about undoing back, and does not stop the run", async () => {
  const { page, host } = await openAgent({ agent: { run, changes } });
  await page.getByRole("button", { name: /3 files changed/u }).click();
  const undo = button(page, "Undo test/retry.test.ts");
  const question = page.getByRole("alert").filter({ hasText: "Undo reverts that change, too" });
  await undo.press("Enter");
  await question.waitFor();
  await undo.press("Escape");
  await question.waitFor({ state: "detached" });
  await expect.poll(() => isFocused(field(page))).toBe(true);
  expect(await host.calls("stop")).toEqual([]);
});
