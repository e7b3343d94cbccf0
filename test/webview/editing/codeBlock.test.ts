import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { violations } from "../../support/axe.ts";
import { answer, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { ChatBrowser, type OpenOptions } from "../../support/fakeHost/chatBrowser.ts";
import { hostOf, type HostHandle } from "../../support/fakeHost/hostHandle.ts";

const code = "export const retries = 3;";
const typescript = `\`\`\`ts path=src/retry.ts lines=12-18\n${code}\n\`\`\`\n`;
const shell = "```bash\nnpm ci\nnpm test\n```\n";

let browser: ChatBrowser;
beforeAll(async () => {
  browser = await ChatBrowser.start();
});
afterAll(() => browser.stop());

interface Opened {
  readonly page: Page;
  readonly host: HostHandle;
  readonly block: Locator;
}

async function open(text: string, options: Partial<OpenOptions> = {}): Promise<Opened> {
  const { page } = await browser.open({
    snapshot: snapshot({ messages: [userMessage("m1", "Question"), answer("m2", text)] }),
    ...options,
  });
  const block = page.getByRole("group", { name: /^Code/u });
  await block.first().waitFor();
  return { page, host: hostOf(page), block };
}

const button = (block: Locator, name: string): Locator =>
  block.getByRole("button", { name, exact: true });

test("a block for a file says which file and lines, and is applied there as it stands", async () => {
  const { block, host } = await open(typescript);
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
  const { block, host } = await open(shell);
  await button(block, "Run in terminal").click();
  await expect
    .poll(() => host.calls("runInTerminal"))
    .toEqual([{ code: "npm ci\nnpm test", language: "bash" }]);
  expect(await button(block, "Apply").count()).toBe(0);
});

test("what needs the whole block waits until it has closed", async () => {
  const { page, host } = await open("```ts\nfirst\n```\n");
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
  const { block } = await open(typescript);
  await button(block, "Collapse code").click();
  await block.getByText(code).waitFor({ state: "hidden" });
  const expand = button(block, "Expand code");
  await expect.poll(() => expand.getAttribute("aria-expanded")).toBe("false");
  await expand.click();
  await block.getByText(code).waitFor();
});

test("in a narrow view the rest is in a menu that is used by keyboard", async () => {
  const { page, block, host } = await open(typescript, { width: 260 });
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

test.each([
  ["light", 400],
  ["dark", 260],
  ["hc-dark", 260],
] as const)("blocks and their menu have no violation in %s at %i px", async (theme, width) => {
  const { page, block } = await open(`Two blocks:\n\n${typescript}\n${shell}`, {
    theme,
    width,
    height: 420,
  });
  const more = button(block, "More actions").first();
  if (await more.isVisible()) {
    await more.click();
    await page.getByRole("menu").waitFor();
  }
  await page.screenshot({ path: `test-results/webview/codeBlock-${theme}-${width}.png` });
  expect(await violations(page, "#root .md-document, .md-code-menu")).toEqual([]);
});
