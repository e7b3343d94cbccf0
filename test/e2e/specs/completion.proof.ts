import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { allowCompletion } from "../editor/allowCompletion.ts";
import { askHub } from "../editor/askHub.ts";
import { ConnectedEditor } from "../editor/connectedEditor.ts";
import { Probe } from "../editor/probe.ts";
import { isSoonVisible } from "../pages/visibility.ts";
import type { Workbench } from "../pages/workbench.ts";

/** Asks at once: a command without a key, bound here. */
const onDemand = "Alt+u";
const off = { files: 0, commands: 0 };

let connected: ConnectedEditor;
let workbench: Workbench;
let probe: Probe;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "completion",
    keys: { [onDemand]: "aiHub.triggerCompletion" },
    settings: {
      // A list that comes by itself hides the text where it has the same word.
      "editor.quickSuggestions": { other: "off", comments: "off", strings: "off" },
      "editor.wordBasedSuggestions": "currentDocument",
    },
    files: {
      "off.py": "customerBalance = 1\ntotal = \n",
      "sums.py": "customerBalance = 1\nother = 2\ntotal = \n",
      "list.py": "customer = 1\ncustomerTotals = 2\nfirst = \n",
      "crlf.py": 'customerBalance = 1\r\nmood = "😀😀" + \r\nlast = 3\r\n',
      "account.js": "class Account {\n  _total = 1;\n\n  get total() {\n}\n",
      "person.py": "cpf = '529.982.247-25'\ncustomerBalance = 1\ntotal = \n",
      "cells.ipynb": notebook(["customerBalance = 1", "total = "]),
      ".env": "CUSTOMER_BALANCE=1\nOTHER=\n",
    },
  });
  probe = new Probe(connected.editor.workspace);
  workbench = await connected.editor.openWindow({ width: 1100, height: 760 });
});

afterAll(async () => {
  await connected.dispose();
});

/** A Python notebook with these cells. */
function notebook(cells: readonly string[]): string {
  return JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { language_info: { name: "python" } },
    cells: cells.map((source, index) => ({
      id: `cell${index}`,
      cell_type: "code",
      execution_count: null,
      metadata: {},
      outputs: [],
      source: [source],
    })),
  });
}

/** Our entry in the language status, by its text. */
function status(text: RegExp, window = workbench): Locator {
  return window.statusItem(new RegExp(`Completion: .*${text.source}`, "u"));
}

/** Whether the completion is loaded and registered. */
function running(): Promise<{ readonly files: number; readonly commands: number }> {
  return probe.ask("running", { file: "completionHost", command: "aiHub.completion.accepted" });
}

async function type(text: string, window = workbench): Promise<void> {
  await window.page.keyboard.type(text, { delay: 30 });
}

/** Waits for an offered text; asks for it if typing did not, since a minute has only so many requests. */
async function waitForGhost(): Promise<void> {
  for (let left = 12; left > 0 && !(await isSoonVisible(workbench.ghostText.first())); left -= 1) {
    await workbench.page.keyboard.press(onDemand);
  }
  await workbench.ghostText.first().waitFor();
}

/** Where the element is once it stays there: the list of suggestions is laid out again when its details come. */
async function boxAtRest(element: Locator): ReturnType<Locator["boundingBox"]> {
  let box = await element.boundingBox();
  await expect
    .poll(async () => {
      const before = box;
      box = await element.boundingBox();
      return isDeepStrictEqual(box, before);
    })
    .toBe(true);
  return box;
}

/** Saves the file, and waits until this is its text. */
async function expectSaved(name: string, text: string): Promise<void> {
  await workbench.page.keyboard.press("Control+S");
  const path = join(connected.editor.workspace, name);
  await expect.poll(() => readFileSync(path, "utf8")).toBe(text);
}

test("off, typing asks nothing, loads nothing and registers nothing", async () => {
  await workbench.goToEnd("off.py", 2);
  await type("cust");
  await workbench.statusItem("Ln 2, Col 13").waitFor();
  expect(await running()).toEqual(off);
  expect(connected.completions()).toEqual([]);
});

test("turned on with a model, a text appears as one types, and Tab takes it", async () => {
  await workbench.runCommand("AI Hub: Turn On Completion…");
  await workbench.quickInput.fill("hub-demo");
  await workbench.screenshot("models");
  await workbench.quickInput.pick("hub-demo");
  await expect.poll(running).toEqual({ files: 1, commands: 1 });
  await workbench.goToEnd("sums.py", 3);
  await type("custom");
  await workbench.ghostText.first().waitFor();
  await workbench.screenshot("ghost");
  await workbench.page.keyboard.press("Tab");
  await expectSaved("sums.py", "customerBalance = 1\nother = 2\ntotal = customerBalance\n");
  expect(connected.completions()[0]?.headers["x-hub-app"]).toBe("vscode-completion");
});

test("a file with secrets is never asked about, not even on demand", async () => {
  await workbench.goToEnd(".env", 2);
  const before = connected.completions().length;
  await type("CUSTOM");
  await workbench.page.keyboard.press(onDemand);
  await status(/\(a file with secrets\)/u).waitFor();
  expect(connected.completions()).toHaveLength(before);
});

test("Tab right after Enter indents; a text that has come meanwhile is taken by the next Tab", async () => {
  await workbench.goToEnd("account.js", 4);
  const { keyboard } = workbench.page;
  // Both keys wait in the page, so that no answer can come between them.
  await Promise.all([keyboard.press("Enter"), keyboard.press("Tab")]);
  await workbench.statusItem("Ln 5, Col 7").waitFor();
  await keyboard.press("Backspace");
  await workbench.statusItem("Ln 5, Col 5").waitFor();
  await waitForGhost();
  await keyboard.press("Tab");
  await expectSaved(
    "account.js",
    "class Account {\n  _total = 1;\n\n  get total() {\n    return this._total;\n}\n",
  );
});

test("the list of suggestions keeps its place while a text comes", async () => {
  await workbench.goToEnd("list.py", 3);
  await type("cust");
  await workbench.page.keyboard.press("Control+Space");
  const list = workbench.page.locator(".suggest-widget.visible");
  const entry = list.locator(".monaco-list-row.focused");
  await entry.waitFor();
  // A text that came before the list has the editor choose its own entry, which leaves nothing to offer.
  while ((await entry.innerText()) !== "customer") {
    await workbench.page.keyboard.press("ArrowUp");
  }
  const before = await boxAtRest(list);
  await waitForGhost();
  await workbench.screenshot("list");
  expect(await boxAtRest(list)).toEqual(before);
});

test("after a click away and back, no text stands there that no longer fits", async () => {
  await workbench.goToEnd("sums.py", 2);
  await type(" + cust");
  await waitForGhost();
  await workbench.editorText("customerBalance").first().click();
  await workbench.ghostText.first().waitFor({ state: "hidden" });
  await workbench.goToEnd("sums.py", 2);
  await type("x");
  await expect.poll(() => connected.completions().at(-1)?.body).toContain("other = 2 + custx");
  expect(await workbench.ghostText.count()).toBe(0);
});

test("behind emoji, in a file with CRLF, the text comes and nothing else changes", async () => {
  await workbench.goToEnd("crlf.py", 2);
  await type("custom");
  await waitForGhost();
  await workbench.page.keyboard.press("Tab");
  await expectSaved(
    "crlf.py",
    'customerBalance = 1\r\nmood = "😀😀" + customerBalance\r\nlast = 3\r\n',
  );
});

test("beside personal data nothing is asked; with placeholders, once the person agrees", async () => {
  await workbench.goToEnd("person.py", 3);
  const before = connected.completions().length;
  await type("custom");
  await workbench.page.keyboard.press(onDemand);
  await status(/\(personal data nearby\)/u).waitFor();
  expect(connected.completions()).toHaveLength(before);
  await workbench.runCommand("AI Hub: Completion…");
  await workbench.quickInput.pick("Send with placeholders in this file");
  await workbench.quickInput.widget.waitFor({ state: "detached" });
  await waitForGhost();
  const { body = "" } = connected.completions().at(-1) ?? {};
  expect(body).toContain("total = custom");
  expect(body).not.toContain("529.982.247-25");
});

test("in a notebook, the cells before are what the file begins with", async () => {
  await workbench.openFile("cells.ipynb");
  await workbench.page.locator(".notebook-editor .view-lines").last().click();
  await workbench.page.keyboard.press("End");
  await type("custom");
  await waitForGhost();
  const { body = "" } = connected.completions().at(-1) ?? {};
  // The last letters may need no request: they were typed along what was offered.
  expect(body).toContain(String.raw`"prompt":"customerBalance = 1\n\ntotal = c`);
  expect(body).toContain('"suffix":""');
  await workbench.screenshot("notebook");
});

test("the hub's limit holds for two windows, and both only say how long", async () => {
  const { url, token } = connected.hub;
  const body = JSON.stringify({ model: "hub-demo", prompt: "a = b", suffix: "" });
  const spend = async (): Promise<void> => {
    for (;;) {
      await askHub(`${url}/hub/v1/completions`, token, { method: "POST", body });
    }
  };
  await expect(spend()).rejects.toThrow("429");
  const second = await connected.editor.openWindow({ width: 700, height: 600 });
  for (const window of [workbench, second]) {
    await window.goToEnd("sums.py", 3);
    await type(" + cus", window);
    const limit = status(/\(limit: \d+ s\)/u, window);
    // A limit that was used up may be over by now. Each letter leaves what was offered: what is known needs no request.
    let isSaid = false;
    for (const letter of "wxyzkq") {
      await window.page.keyboard.press(onDemand);
      isSaid = await isSoonVisible(limit);
      if (isSaid) {
        break;
      }
      await expect(spend()).rejects.toThrow("429");
      await type(letter, window);
    }
    expect(isSaid).toBe(true);
    expect(await window.notification("").count()).toBe(0);
  }
  await second.screenshot("limit");
  await second.close();
});

test("where the organisation does not allow completion, the status says so and nothing is asked", async () => {
  await allowCompletion(connected.hub, false);
  probe.expectNewWindow();
  await workbench.reload();
  await status(/\(your organisation does not allow it\)/u).waitFor();
  const before = connected.completions().length;
  await workbench.goToEnd("crlf.py", 2);
  await type(" + cus");
  await workbench.page.keyboard.press(onDemand);
  await status(/\(your organisation does not allow it\)/u).waitFor();
  await workbench.screenshot("notAllowed");
  expect(connected.completions()).toHaveLength(before);
});

test("turned off again, nothing is loaded, registered or asked, and the next window loads nothing", async () => {
  const before = connected.completions().length;
  await workbench.runCommand("AI Hub: Turn Off Completion");
  await expect.poll(running).toEqual(off);
  await workbench.goToEnd("crlf.py", 3);
  await type(" + cust");
  await workbench.statusItem("Ln 3, Col 16").waitFor();
  probe.expectNewWindow();
  await workbench.reload();
  await workbench.goToEnd("off.py", 1);
  await type(" + cust");
  await workbench.statusItem("Ln 1, Col 27").waitFor();
  expect(await running()).toEqual(off);
  expect(connected.completions()).toHaveLength(before);
});
