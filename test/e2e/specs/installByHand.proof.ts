import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import { packagedVersion, unpackZip } from "../editor/installation.ts";
import { Probe } from "../editor/probe.ts";
import type { EditorOptions } from "../editor/startEditor.ts";
import type { Workbench } from "../pages/workbench.ts";

/** The folder's name that the hub's page and the README say. */
const folderName = `aihub.ai-hub-${packagedVersion}`;

let downloads: string;
let connected: ConnectedEditor;
let workbench: Workbench;

beforeEach(() => {
  downloads = mkdtempSync(join(tmpdir(), "aih-downloads-"));
});

afterEach(async () => {
  await connected.dispose();
  rmSync(downloads, { recursive: true });
});

/** Opens an editor in which another extension was installed before. */
async function openUsedEditor(options: EditorOptions): Promise<void> {
  connected = await ConnectedEditor.start({ ...options, isUsed: true });
  const probe = new Probe(connected.editor.workspace);
  workbench = await connected.editor.openWindow({ hasOurs: false });
  await probe.ask("api");
}

/** The editor's list of what is installed. */
function list(): string {
  return join(connected.editor.extensions, "extensions.json");
}

/** What the editor's list says of our extension: version and folder. */
function listed(): readonly string[] {
  const entries = JSON.parse(readFileSync(list(), "utf8")) as readonly {
    readonly identifier: { readonly id: string };
    readonly version: string;
    readonly relativeLocation?: string;
  }[];
  return entries
    .filter(({ identifier }) => identifier.id === "aihub.ai-hub")
    .map(({ version, relativeLocation }) => `${version} in ${relativeLocation}`);
}

function moveIn(folder: string, name: string): void {
  renameSync(folder, join(connected.editor.extensions, name));
}

/** What a person sees who reloads the window: a chat that answers. */
async function expectAnswerAfterReload(): Promise<void> {
  await workbench.reloadByCommand();
  const chat = await workbench.openChat();
  await chat.message.waitFor();
  await chat.ask("Hello");
  await chat.waitForAnswer("complete");
}

test("moved in while the editor is open, the zip's folder answers after a reload; so does a newer one", async () => {
  await openUsedEditor({ name: "byHand", install: "later" });
  expect(await workbench.activityIcon.count()).toBe(0);
  moveIn(unpackZip(downloads), folderName);
  await expect.poll(listed).toEqual([`${packagedVersion} in ${folderName}`]);
  await expectAnswerAfterReload();
  await workbench.screenshot("installed");

  const newer = unpackZip(downloads);
  const manifest = join(newer, "package.json");
  const text = readFileSync(manifest, "utf8");
  writeFileSync(manifest, text.replace(`"version": "${packagedVersion}"`, '"version": "99.0.0"'));
  connected.editor.changeSettings({ "aiHub.extensionUrl": connected.hub.url });
  moveIn(newer, "aihub.ai-hub-99.0.0");
  await expect.poll(listed).toEqual(["99.0.0 in aihub.ai-hub-99.0.0"]);
  await expectAnswerAfterReload();
  await workbench.runCommand("AI Hub: Check for Updates");
  await workbench.notification("You have the newest version of AI Hub: 99.0.0.").waitFor();
});

test("put in while the editor is closed, it is not taken up until it gets another name", async () => {
  await openUsedEditor({ name: "byHandClosed", install: "zip" });
  await expect.poll(() => existsSync(join(connected.editor.extensions, ".obsolete"))).toBe(true);
  expect(listed()).toEqual([]);
  expect(await workbench.activityIcon.count()).toBe(0);
  moveIn(join(connected.editor.extensions, folderName), `${folderName}-2`);
  await expect.poll(listed).toEqual([`${packagedVersion} in ${folderName}-2`]);
  await expectAnswerAfterReload();
});

test("moved into an editor that never had an extension, it answers after a reload, too", async () => {
  connected = await ConnectedEditor.start({ name: "byHandFirst", install: "later" });
  workbench = await connected.editor.openWindow({ hasOurs: false });
  await expect.poll(() => existsSync(list())).toBe(true);
  moveIn(unpackZip(downloads), folderName);
  await expect.poll(listed).toEqual([`${packagedVersion} in ${folderName}`]);
  await expectAnswerAfterReload();
});
