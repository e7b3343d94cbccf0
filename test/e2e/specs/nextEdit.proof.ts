import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import { Probe } from "../editor/probe.ts";
import { waitForDrawn } from "../pages/drawnText.ts";
import type { Workbench } from "../pages/workbench.ts";

const code = "// play:edit\nsend(total, 1);\nkeep(total);\n";

let connected: ConnectedEditor;
let workbench: Workbench;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "next-edit",
    plays: { edit: [{ text: "<old>\nkeep(total);\n</old>\n<new>\nkeep(sum);\n</new>" }] },
    settings: {
      "aiHub.completion.enabled": { "*": true },
      "aiHub.completion.model": "hub-script-play",
      "aiHub.completion.nextEdits": true,
      "editor.quickSuggestions": { other: "off", comments: "off", strings: "off" },
      "workbench.colorTheme": "Default Dark Modern",
    },
    files: { "edit.js": code },
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

test("the next edit is drawn as a difference and applied by a key only", async () => {
  await workbench.goToEnd("edit.js", 2);
  const { keyboard } = workbench.page;
  for (let left = ", 1);".length; left > 0; left -= 1) {
    await keyboard.press("ArrowLeft");
  }
  await keyboard.press("Control+Shift+ArrowLeft");
  await keyboard.type("sum", { delay: 30 });
  await waitForDrawn(workbench, "Next edit in line 3");
  await workbench.screenshot("found");
  const path = join(connected.editor.workspace, "edit.js");
  const changed = code.replace("total", "sum");
  await keyboard.press("Control+S");
  await expect.poll(() => readFileSync(path, "utf8")).toBe(changed);
  await keyboard.press("Shift+Alt+T");
  await workbench.statusItem("Ln 3, Col 1").waitFor();
  await waitForDrawn(workbench, "keep(sum);");
  await workbench.screenshot("shown");
  await keyboard.press("Tab");
  // Text that is only drawn is no content.
  await workbench.page.locator(".view-lines", { hasText: "keep(sum);" }).waitFor();
  await keyboard.press("Control+S");
  await expect.poll(() => readFileSync(path, "utf8")).toBe(changed.replace("total", "sum"));
});
