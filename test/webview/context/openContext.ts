import type { Page } from "playwright-core";

import type { ContextItem, ContextMeterFacts } from "../../../src/shared/calls/contextCalls.ts";
import { snapshot } from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { hostOf, type HostHandle } from "../../support/fakeHost/hostHandle.ts";

export interface Opened {
  readonly page: Page;
  readonly host: HostHandle;
  readonly problems: readonly string[];
}

export const items: readonly ContextItem[] = [
  { id: "o1", source: "editor", label: "retry.ts", detail: "src/net/retry.ts", matches: [[0, 3]] },
  {
    id: "o2",
    source: "file",
    label: "retry.test.ts",
    detail: "test/net/retry.test.ts",
    matches: [[0, 3]],
  },
  {
    id: "o3",
    source: "symbol",
    label: "retryAfter",
    detail: "src/net/retryAfter.ts:12",
    matches: [[0, 3]],
  },
  { id: "o4", source: "problems", label: "Problems", detail: "3 · src/net/retry.ts", matches: [] },
  {
    id: "o5",
    source: "changes",
    label: "Git changes",
    detail: "Staged changes, or else those of the working tree",
    matches: [],
  },
];

const commands = {
  commands: [
    { name: "explain", description: "Explain how the code works", origin: "builtIn" },
    { name: "fix", description: "Find and fix the problem", origin: "builtIn" },
    {
      name: "clear",
      description: "Empty the message and its context",
      origin: "builtIn",
      action: "clear",
    },
    { name: "new", description: "Start a new chat", origin: "builtIn", action: "newChat" },
    { name: "release-notes", description: "Notes for a release", origin: "workspace" },
    { name: "hub-release", description: "How to release · 2", origin: "hub" },
    {
      name: "review",
      description: "Review the changes",
      origin: "builtIn",
      action: "review",
    },
  ],
};

export function meterFacts(more: Partial<ContextMeterFacts> = {}): ContextMeterFacts {
  return {
    conversationId: "c1",
    contextLength: 128_000,
    reserved: 16_000,
    fixed: 80,
    history: 30_000,
    sentMessages: 12,
    leftOutMessages: 0,
    attachments: [],
    rate: 1,
    isCalibrated: false,
    ...more,
  };
}

export async function openContext(options: Partial<OpenOptions> = {}): Promise<Opened> {
  const { page, problems } = await openChat({
    snapshot: snapshot(),
    ...options,
    results: {
      searchContext: { items },
      listSlashCommands: commands,
      addContextItem: { ok: true },
      ...options.results,
    },
  });
  await page.locator("textarea").first().waitFor();
  return { page, host: hostOf(page), problems };
}

export const field = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

/** The row that the field names as the active one. */
export async function activeRow(page: Page): Promise<string> {
  const id = (await field(page).getAttribute("aria-activedescendant")) ?? "none";
  return await page.locator(`[id="${id}"]`).innerText();
}
