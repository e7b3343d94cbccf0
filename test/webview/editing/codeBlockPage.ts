import type { Locator, Page } from "playwright-core";

import { answer, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { hostOf, type HostHandle } from "../../support/fakeHost/hostHandle.ts";

export const code = "export export const retries = 3;";
export const typescript = `\`\`\`ts path=src/retry.ts lines=12-18\n${code}\n\`\`\`\n`;
export const shell = "```bash\nnpm ci\nnpm test\n```\n";

interface Opened {
  readonly page: Page;
  readonly host: HostHandle;
  readonly block: Locator;
}

/** A page with an answer of this text, which has code blocks. */
export async function openBlocks(
  text: string,
  options: Partial<OpenOptions> = {},
): Promise<Opened> {
  const { page } = await openChat({
    snapshot: snapshot({ messages: [userMessage("m1", "Question"), answer("m2", text)] }),
    ...options,
  });
  const block = page.getByRole("group", { name: /^Code/u });
  await block.first().waitFor();
  return { page, host: hostOf(page), block };
}

export const button = (block: Locator, name: string): Locator =>
  block.getByRole("button", { name, exact: true });

/** A page of two blocks with the menu of the first one open, if it has one at this width. */
export async function openMenu(options: Partial<OpenOptions>): Promise<Opened> {
  const text = `Two blocks:\n\n${typescript}\n${shell}`;
  const opened = await openBlocks(text, { height: 420, ...options });
  const more = button(opened.block, "More actions").first();
  if (await more.isVisible()) {
    await more.click();
    await opened.page.getByRole("menu").waitFor();
  }
  return opened;
}

/** The parts of such a page that axe looks at. */
export const parts = "#root .md-document, .md-code-menu";
