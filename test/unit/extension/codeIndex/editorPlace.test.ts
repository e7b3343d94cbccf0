import { expect, test, vi } from "vitest";

import { editorPlace } from "../../../../src/extension/codeIndex/editorPlace.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

const editor = vi.hoisted(() => ({
  NoPermissions: class extends Error {
    readonly code = "NoPermissions";
  },
}));

vi.mock("vscode", () => {
  const refuse = (): Promise<never> => Promise.reject(new editor.NoPermissions("Not allowed."));
  return {
    FileSystemError: editor.NoPermissions,
    FileType: { File: 1 },
    Uri: { parse: (text: string) => text, joinPath: () => "file" },
    workspace: { fs: { stat: refuse, readFile: refuse } },
  };
});

test("a file that a remote place does not let us read is left out; it does not end the index", async () => {
  const { access } = editorPlace(
    { folder: "far://w", usesHistory: false, maxFiles: 100, exclude: [] },
    { files: {} as never, clock: new FakeClock() },
  );
  expect(await access.stat("a.ts")).toBeUndefined();
  expect(await access.read("a.ts")).toBeUndefined();
});
