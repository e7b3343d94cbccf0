import { rmSync, symlinkSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";

import { setExclusions } from "../../../src/shared/guarded/excludedPaths.ts";
import { EditorFolder, mark } from "./editorFolder.ts";
import { startWire } from "./wire.ts";

const place = vi.hoisted(() => ({ now: undefined as EditorFolder | undefined }));

vi.mock("vscode", async () => {
  const { EditorFolder: Folder } = await import("./editorFolder.ts");
  place.now = new Folder();
  place.now.begin();
  return place.now.api;
});

const { editorWays } = await import("./editorWays.ts");
const folder = place.now ?? new EditorFolder();
const wire = await startWire();
const ways = editorWays({ place: folder, wire, realPath: (path) => realpath(path) });

beforeAll(() => symlinkSync("finance/plan.ts", join(folder.root, "AGENTS.md")));
afterEach(() => setExclusions("machine"));
afterAll(() => {
  wire.close();
  rmSync(folder.root, { recursive: true });
});

async function leaks(name: string): Promise<boolean> {
  wire.bodies.length = 0;
  const result = await ways[name]?.();
  return JSON.stringify([result, wire.bodies]).includes(mark);
}

test.each(Object.keys(ways))("without the rule, %s has the file's text", async (name) => {
  expect(await leaks(name)).toBe(true);
});

test.each(Object.keys(ways))("with the rule, %s has no byte of it", async (name) => {
  setExclusions("machine", ["/finance/"]);
  expect(await leaks(name)).toBe(false);
});
