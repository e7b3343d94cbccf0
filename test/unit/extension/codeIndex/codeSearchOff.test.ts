import { expect, test, vi } from "vitest";
import type { Uri } from "vscode";

import { CodeSearch } from "../../../../src/extension/codeIndex/codeSearch.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

vi.mock("vscode", () => ({
  workspace: {
    workspaceFolders: [{ uri: { path: "/w", toString: () => "file:///w" }, name: "w", index: 0 }],
    onDidChangeWorkspaceFolders: () => ({ dispose: () => undefined }),
    onDidGrantWorkspaceTrust: () => ({ dispose: () => undefined }),
  },
}));

test("with the index off nothing is started and nothing waits, whatever is asked", async () => {
  const clock = new FakeClock();
  const startThread = vi.fn<() => never>();
  const search = new CodeSearch({
    start: startThread,
    keyOf: () => "w",
    files: {} as never,
    settings: {
      isEnabled: () => false,
      maxFiles: () => 100,
      exclude: () => [],
      onDidChange: () => ({ dispose: () => undefined }),
    },
    storage: {} as Uri,
    clock,
  });
  search.start();
  expect(await search.search("where is a request retried?", { limit: 5 })).toBeUndefined();
  expect(await search.folders()).toBeUndefined();
  expect(search.state.state).toBe("off");
  expect(startThread).not.toHaveBeenCalled();
  expect(clock.pendingTimers).toBe(0);
  search.dispose();
});
