import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { CDPSession } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import { isSoonVisible } from "../pages/visibility.ts";
import type { Workbench } from "../pages/workbench.ts";

/** Asks at once: a command without a key, bound here. */
const onDemand = "Alt+u";

let connected: ConnectedEditor;
let workbench: Workbench;
let session: CDPSession;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "completionInput",
    keys: { [onDemand]: "aiHub.triggerCompletion" },
    settings: {
      "aiHub.completion.enabled": { "*": true },
      "aiHub.completion.model": "hub-demo",
      "editor.quickSuggestions": { other: "off", comments: "off", strings: "off" },
    },
    files: {
      "sums.py": "customerBalance = 1\ntotal = \n",
      "alone.py": "customerBalance = 1\nqqqq = zzzz\n",
    },
  });
  workbench = await connected.editor.openWindow({ width: 1100, height: 760 });
  session = await workbench.page.context().newCDPSession(workbench.page);
});

afterAll(async () => {
  await connected.dispose();
});

/** Presses the key; how often the hub was asked until now. */
async function pressOnDemand(): Promise<number> {
  await workbench.page.keyboard.press(onDemand);
  return connected.completions().length;
}

/** Presses the key once a second until the hub was asked more often than this. */
async function demand(before: number): Promise<void> {
  await expect.poll(pressOnDemand, { interval: 1_000, timeout: 60_000 }).toBeGreaterThan(before);
}

/** Writes as an input method does: each step stands in place of the last, until the last is committed. */
async function compose(steps: readonly string[], committed: string): Promise<void> {
  for (const text of steps) {
    const end = text.length;
    await session.send("Input.imeSetComposition", { text, selectionStart: end, selectionEnd: end });
  }
  await session.send("Input.insertText", { text: committed });
}

test("what an input method composes is completed, and goes on along the offer", async () => {
  await workbench.goToEnd("sums.py", 2);
  await compose(["c", "cu", "cus"], "custom");
  await workbench.statusItem("Ln 2, Col 15").waitFor();
  if (!(await isSoonVisible(workbench.ghostText.first()))) {
    await demand(0);
  }
  await workbench.ghostText.first().waitFor();
  const asked = connected.completions().length;
  await compose(["e", "er"], "er");
  await workbench.statusItem("Ln 2, Col 17").waitFor();
  await workbench.ghostText.first().waitFor();
  // The end of the line, after Tab, is a new place and may be asked about.
  const later = connected.completions().slice(asked);
  expect(later.map(({ body }) => body)).toEqual([]);
  await workbench.page.keyboard.press("Tab");
  await workbench.page.keyboard.press("Control+S");
  const path = join(connected.editor.workspace, "sums.py");
  await expect
    .poll(() => readFileSync(path, "utf8"))
    .toBe("customerBalance = 1\ntotal = customerBalance\n");
});

test("on demand, a place where nothing was offered is asked about again", async () => {
  await workbench.goToEnd("alone.py", 2);
  const before = connected.completions().length;
  await demand(before);
  await demand(connected.completions().length);
  expect(await workbench.ghostText.count()).toBe(0);
});
