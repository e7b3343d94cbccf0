import { expect, test } from "vitest";

import { takePicture } from "../../support/drawnPage.ts";
import { button, field, isFocused } from "../turns/turnsPage.ts";
import {
  agentState,
  call,
  card as agentCard,
  command,
  edit,
  output,
  run,
  steps,
} from "./agentScenes.ts";
import { openAgent } from "./openAgent.ts";

test("reads and searches are one line; edits and commands have one each", async () => {
  const { page } = await openAgent({ parts: steps(), message: { state: "complete" } });
  await page.locator(".acts").first().waitFor();
  const lines = async () => {
    const texts = await page.locator(".acts > .tool-call .disclosure").allInnerTexts();
    return texts.map((line) => line.replaceAll(/\s+/gu, " ").trim());
  };
  await expect
    .poll(lines)
    .toEqual([
      "Read 2 files, searched 1 time",
      "Plan 1 of 3 done",
      expect.stringContaining("Edited src/retry.ts"),
      "Ran npm test -- retry",
    ]);
});

test("the counted line opens to its calls, and each of them to what the model got", async () => {
  const { page, host } = await openAgent({
    parts: [
      call("read_file", { path: "src/a.ts" }, { result: "src/a.ts, 1 lines\n1\tlet <b>x</b>;" }),
      call("read_file", { path: "src/b.ts" }),
      call("search_text", { query: "x" }, { state: "failed", result: "Not a regular expression." }),
    ],
    message: { state: "complete" },
  });
  await page.getByRole("button", { name: "Read 2 files, searched 1 time · 1 failed" }).click();
  await page.getByRole("button", { name: "Read src/a.ts", exact: true }).click();
  await page.getByText("let <b>x</b>;").waitFor();
  await page.getByRole("button", { name: "Open src/a.ts" }).click();
  await expect.poll(() => host.calls("openReference")).toEqual([{ text: "src/a.ts" }]);
});

test("an edit counts its lines in words too, opens to its difference, and leads to the editor's", async () => {
  const { page, host } = await openAgent({
    parts: [edit()],
    message: { state: "complete" },
  });
  await page.getByRole("button", { name: /Edited src\/retry\.ts.*5 added, 1 removed/u }).click();
  const rows = page.getByRole("group", { name: "Changes" }).locator(".code-row");
  await expect.poll(() => rows.first().innerText()).toContain("const timer");
  await expect.poll(() => page.locator(".code-row.added").count()).toBe(5);
  await expect.poll(() => page.locator(".code-row.removed").count()).toBe(1);
  await page.getByRole("button", { name: "Show the changes of src/retry.ts" }).click();
  await expect
    .poll(() => host.calls("openChanges"))
    .toEqual([{ conversationId: "c1", paths: ["src/retry.ts"] }]);
});

test("a running command shows the end of its output and can be stopped alone", async () => {
  const part = command({ state: "running", result: undefined });
  const { page, host } = await openAgent({ parts: [part], agent: { run } });
  await host.tell("showOutput", output(part.callId));
  const tail = page.getByRole("group", { name: "Output" });
  await tail.getByText("case 24").waitFor();
  expect(await tail.evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight)).toBeLessThan(2);
  await page.getByText("in shop · In the sandbox").waitFor();
  await button(page, "Show in terminal").click();
  await button(page, "Stop command").click();
  await expect.poll(() => isFocused(field(page))).toBe(true);
  const ofIt = [{ conversationId: "c1", callId: part.callId }];
  await expect.poll(() => host.calls("showCommand")).toEqual(ofIt);
  await expect.poll(() => host.calls("stopCommand")).toEqual(ofIt);
  await host.tell("showOutput", output(part.callId, { isRunning: false, exit: "1" }));
  await page.getByRole("button", { name: /exit code 1/u }).waitFor();
  expect(await button(page, "Stop command").count()).toBe(0);
});

test("the end of a running command's output stays in sight where a narrower page wraps its lines", async () => {
  const part = command({ state: "running", result: undefined });
  const { page, host } = await openAgent({ parts: [part], agent: { run } });
  await host.tell("showOutput", output(part.callId));
  const tail = page.getByRole("group", { name: "Output" });
  await tail.getByText("case 24").waitFor();
  const height = await tail.evaluate((e) => e.scrollHeight);
  // The event of the page's own scroll can come after the new layout.
  await tail.evaluate((e) => {
    e.style.width = "180px";
    e.dispatchEvent(new Event("scroll"));
  });
  await expect.poll(() => tail.evaluate((e) => e.scrollHeight)).toBeGreaterThan(height);
  await expect
    .poll(() => tail.evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight))
    .toBeLessThan(2);
});

test("an ended command says its exit code after a reload, too, if it is not 0", async () => {
  const { page } = await openAgent({
    parts: [command({ result: "boom\nExit code 2." })],
    message: { state: "complete" },
  });
  await page.getByRole("button", { name: "Ran npm test -- retry · exit code 2" }).waitFor();
});

test("a question has its options and a field of its own, and its answer goes to the host once", async () => {
  const part = call("ask_person", { question: "Keep the order?" }, { state: "running" });
  const { page, host } = await openAgent({ parts: [part] });
  const question = {
    id: "q1",
    callId: part.callId,
    question: "Keep the order?",
    options: ["Yes", "No"],
  };
  await host.tell("showAgent", agentState({ question }));
  const card = page.getByRole("group", { name: "Keep the order?" });
  await card.getByRole("textbox", { name: "Your answer" }).fill("Only within a queue");
  await card.getByRole("button", { name: "Answer", exact: true }).click();
  await expect
    .poll(() => host.calls("answerQuestion"))
    .toEqual([{ conversationId: "c1", questionId: "q1", answer: "Only within a queue" }]);
  await expect.poll(() => card.getByRole("button", { name: "Yes" }).isDisabled()).toBe(true);
});

test("a call of a run that ended without it does not wait for anybody", async () => {
  const { page } = await openAgent({
    parts: [command({ state: "waiting", result: undefined }), edit({ state: "running" })],
    message: { state: "stopped" },
  });
  await page.getByRole("button", { name: /Run npm test -- retry · Not done/u }).waitFor();
  await page.getByRole("button", { name: /Edit src\/retry\.ts · Outcome unknown/u }).waitFor();
});

test("a call waits for the person only with its card; the calls behind it are next", async () => {
  const queued = { state: "waiting", result: undefined } as const;
  const asked = command(queued);
  const { page, host } = await openAgent({
    parts: [
      asked,
      edit(queued),
      call("run_command", { command: "make" }, queued),
      call("read_file", { path: "a.ts" }, queued),
      call("read_file", { path: "b.ts" }, queued),
    ],
    agent: { run },
  });
  await host.tell("showAgent", agentState({ run, cards: [agentCard(asked.callId)] }));
  await page.getByRole("button", { name: "Run npm test -- retry · Waits for you" }).waitFor();
  await page.getByRole("button", { name: "Edit src/retry.ts · Next" }).waitFor();
  await page.getByRole("button", { name: "Run make · Next" }).waitFor();
  await page.getByRole("button", { name: "Read 2 files · Next" }).waitFor();
  expect(await page.getByText("Running", { exact: true }).count()).toBe(0);
});

test("a call of a server's tool says that it waits for its card, and that it was not done", async () => {
  const waiting = call("mcp_shop_order", {}, { state: "waiting", result: undefined });
  const refused = call("mcp_shop_cancel", {}, { state: "refused" });
  const { page, host } = await openAgent({
    parts: [refused, waiting],
    agent: { run },
  });
  const asked = agentCard(waiting.callId, { kind: "mcpCall", paths: [], detail: "{}" });
  await host.tell("showAgent", agentState({ run, cards: [asked] }));
  await page.getByRole("button", { name: "Call mcp_shop_order · Waits for you" }).waitFor();
  await page.getByRole("button", { name: "Call mcp_shop_cancel · Not done" }).waitFor();
});

test("the title of a long command cannot be scrolled out of its line", async () => {
  const { page } = await openAgent({
    parts: [command({ state: "unknown" }), call("run_command", { command: "make ".repeat(60) })],
    message: { state: "complete" },
    width: 280,
  });
  const titles = page.locator(".acts .tool-title");
  await titles.nth(1).waitFor();
  const moved = await titles.evaluateAll((all) =>
    all.map((title) => {
      title.querySelector(".act-subject")?.scrollIntoView({ inline: "end" });
      return title.scrollLeft;
    }),
  );
  expect(moved).toEqual([0, 0]);
  await takePicture(page, "agent-lines-280");
});

test("a long command has one line in the answer and in the run, wherever it could break", async () => {
  const script = "echo begun; node -e 'setInterval(() => {}, 1000)'\nnpm.run.buildEverything";
  const part = call("run_command", { command: script }, { state: "running" });
  const doing = { kind: "tool", tool: "run_command", subject: script } as const;
  const { page } = await openAgent({ parts: [part], agent: { run: { ...run, doing } } });
  const heights = () =>
    page
      .locator(".acts .tool-title, .run-act")
      .evaluateAll((titles) => titles.map((title) => title.getBoundingClientRect().height));
  await expect.poll(heights).toHaveLength(2);
  expect(Math.max(...(await heights()))).toBeLessThan(25);
});

test("a run that was stopped after its first call did begin", async () => {
  const { page } = await openAgent({
    parts: [command()],
    message: { state: "stopped" },
  });
  await page.getByText("You stopped the answer.", { exact: false }).waitFor();
  expect(await page.getByText("before it began").count()).toBe(0);
});

test("two hundred steps are few elements, and the last ones are there at once", async () => {
  const parts = Array.from({ length: 200 }, (_, index) =>
    index % 2 === 0 ? edit() : command({ result: "x".repeat(48_000) }),
  );
  const { page } = await openAgent({ parts, agent: { run } });
  await page.getByRole("button", { name: "Show 180 earlier steps" }).waitFor();
  const count = () => page.evaluate(() => document.querySelectorAll(".log *").length);
  expect(await count()).toBeLessThan(600);
  await button(page, "Show 180 earlier steps").click();
  await expect.poll(() => page.locator(".acts > .tool-call").count()).toBe(200);
  expect(await count()).toBeLessThan(4_000);
});
