import { expect, test } from "vitest";

import { violations } from "../../support/axe.ts";
import { answer, userMessage } from "../../support/fakeHost/builders.ts";
import { button, code, openBlocks, openMenu, parts, shell, typescript } from "./codeBlockPage.ts";

test("a block for a file says which file and lines, and is applied there as it stands", async () => {
  const { block, host } = await openBlocks(typescript);
  await expect
    .poll(() => block.locator(".md-code-header").innerText())
    .toMatch(/src\/retry\.ts\s*lines 12–18/u);
  await button(block, "Apply").click();
  await expect
    .poll(() => host.calls("applyCode"))
    .toEqual([{ code, language: "ts", fileName: "src/retry.ts", startLine: 12, endLine: 18 }]);
  await button(block, "New file").click();
  await expect.poll(() => host.calls("newFile")).toHaveLength(1);
  expect(await button(block, "Run in terminal").count()).toBe(0);
});

test("commands are run by the host, which asks, and are not applied to a file", async () => {
  const { block, host } = await openBlocks(shell);
  await button(block, "Run in terminal").click();
  await expect
    .poll(() => host.calls("runInTerminal"))
    .toEqual([{ code: "npm ci\nnpm test", language: "bash" }]);
  expect(await button(block, "Apply").count()).toBe(0);
});

test("what needs the whole block waits until it has closed", async () => {
  const { page, host } = await openBlocks("```ts\nfirst\n```\n");
  await host.emit(
    { kind: "userMessageAdded", message: userMessage("m3", "More", { parentId: "m2" }) },
    { kind: "answerStarted", message: answer("m4", "", { parentId: "m3", state: "streaming" }) },
    { kind: "partDelta", messageId: "m4", part: "text", text: "```ts\nlet a = 1;\n" },
  );
  const block = page.getByRole("article").last().getByRole("group", { name: /^Code/u });
  await block.getByText("let a = 1;").waitFor();
  for (const name of ["Apply", "New file", "Insert at cursor"]) {
    await expect.poll(() => button(block, name).isDisabled()).toBe(true);
  }
  await expect.poll(() => button(block, "Copy code").isEnabled()).toBe(true);
  await host.emit({ kind: "partDelta", messageId: "m4", part: "text", text: "let b;\n```\nDone" });
  await expect.poll(() => button(block, "Apply").isEnabled()).toBe(true);
  await button(block, "Apply").click();
  await expect
    .poll(() => host.calls("applyCode"))
    .toEqual([{ code: "let a = 1;\nlet b;", language: "ts" }]);
});

test("a block is collapsed and comes back as it was", async () => {
  const { block } = await openBlocks(typescript);
  await button(block, "Collapse code").click();
  await block.getByText(code).waitFor({ state: "hidden" });
  const expand = button(block, "Expand code");
  await expect.poll(() => expand.getAttribute("aria-expanded")).toBe("false");
  await expand.click();
  await block.getByText(code).waitFor();
});

test("in a narrow view the rest is in a menu that is used by keyboard", async () => {
  const { page, block, host } = await openBlocks(typescript, { width: 260 });
  await expect.poll(() => button(block, "New file").isVisible()).toBe(false);
  const more = button(block, "More actions");
  await more.focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("menu", { name: "More actions" });
  await menu.waitFor();
  const focused = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.textContent ?? "");
  await expect.poll(() => focused()).toBe("Insert at cursor");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused()).toBe("New file");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused()).toBe("Insert at cursor");
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  await expect
    .poll(() => more.evaluate((element) => element === document.activeElement))
    .toBe(true);
  await more.click();
  await menu.getByRole("menuitem", { name: "New file" }).click();
  await expect.poll(() => host.calls("newFile")).toHaveLength(1);
  await menu.waitFor({ state: "detached" });
});

test("blocks and their menu have no violation", async () => {
  const { page } = await openMenu({ width: 260 });
  expect(await violations(page, parts)).toEqual([]);
});
