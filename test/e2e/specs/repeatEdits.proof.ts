import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import { Probe } from "../editor/probe.ts";
import { waitForDrawn } from "../pages/drawnText.ts";
import type { Workbench } from "../pages/workbench.ts";

const names = 'send(total, "a");\nlog(totals);\nsend(total, "b");\nkeep(total);\n';
const second = 'start();\nsend(total, "b");\n';

let connected: ConnectedEditor;
let workbench: Workbench;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "repeat-edits",
    settings: {
      "aiHub.completion.enabled": { "*": true },
      "editor.quickSuggestions": { other: "off", comments: "off", strings: "off" },
    },
    files: {
      "names.txt": names,
      "other.txt": names,
      "one.js": 'send(total, "a");\nlog(totals);\n',
      "two.js": second,
      "built/three.js": second,
      ".gitignore": "built/\n",
    },
  });
  const probe = new Probe(connected.editor.workspace);
  workbench = await connected.editor.openWindow({ width: 1100, height: 760 });
  // Completion loads after the window; an edit before that is not seen.
  const host = { file: "completionHost", command: "aiHub.completion.accepted" };
  await vi.waitFor(
    async () => {
      expect(await probe.ask("running", host)).toMatchObject({ commands: 1 });
    },
    { timeout: 60_000, interval: 200 },
  );
});

afterAll(async () => {
  await connected.dispose();
});

/** Makes `sum` of the first `total` of the file. */
async function change(file: string): Promise<void> {
  await workbench.goToEnd(file, 1);
  const { keyboard } = workbench.page;
  for (let left = 'l, "a");'.length; left > 0; left -= 1) {
    await keyboard.press("ArrowLeft");
  }
  await keyboard.press("Control+Shift+ArrowLeft");
  await keyboard.press("Delete");
  await keyboard.press("Delete");
  await keyboard.type("sum", { delay: 30 });
}

async function expectSaved(file: string, text: string): Promise<void> {
  await workbench.page.keyboard.press("Control+S");
  const path = join(connected.editor.workspace, file);
  await expect.poll(() => readFileSync(path, "utf8")).toBe(text);
}

test("a changed name is offered where it stands alike; Tab changes it and goes on, Escape ends", async () => {
  await change("names.txt");
  const { keyboard } = workbench.page;
  await waitForDrawn(workbench, "1 more");
  await workbench.screenshot("found");
  await keyboard.press("Shift+Alt+T");
  await workbench.statusItem("Ln 3, Col 6").waitFor();
  await waitForDrawn(workbench, "sum");
  await workbench.screenshot("shown");
  await keyboard.press("Tab");
  await workbench.statusItem("Ln 4, Col 6").waitFor();
  await keyboard.press("Escape");
  await expectSaved("names.txt", 'send(sum, "a");\nlog(totals);\nsend(sum, "b");\nkeep(total);\n');
  await keyboard.press("Tab");
  await workbench.statusItem("Ln 4, Col 9").waitFor();
  await keyboard.press("Control+Z");
});

test("a place that is passed stays as it was", async () => {
  await change("other.txt");
  const { keyboard } = workbench.page;
  await waitForDrawn(workbench, "1 more");
  await keyboard.press("Shift+Alt+T");
  await workbench.statusItem("Ln 3, Col 6").waitFor();
  await keyboard.press("Shift+Alt+T");
  await expectSaved("other.txt", names.replace("total", "sum"));
});

test("a file of the index follows on the same key; an ignored file does not count", async () => {
  await change("one.js");
  const { keyboard } = workbench.page;
  await waitForDrawn(workbench, "in 1 other file");
  await workbench.screenshot("other-file");
  await keyboard.press("Shift+Alt+T");
  await workbench.statusItem("Ln 2, Col 6").waitFor();
  await waitForDrawn(workbench, "sum");
  await workbench.screenshot("other-file-shown");
  await keyboard.press("Tab");
  // Text that is only drawn is no content.
  await workbench.page.locator(".view-lines", { hasText: "send(sum" }).waitFor();
  await expectSaved("two.js", second.replace("total", "sum"));
  await keyboard.press("Control+Z");
  await workbench.page.locator(".view-lines", { hasText: "send(total" }).waitFor();
  await expectSaved("two.js", second);
});
