import { expect, test, vi } from "vitest";

import { Uri } from "../../../support/editorValues.ts";

vi.mock("vscode", () => ({}));
vi.mock("../../../../src/extension/context/files/fileAttachments.ts", () => ({
  readSmallText: (uri: { readonly path: string }) =>
    Promise.resolve(uri.path.endsWith("new.ts") ? "one\ntwo\n" : undefined),
}));

const { changedFiles } = await import("../../../../src/extension/review/changedFiles.ts");

type Repository = Parameters<typeof changedFiles>[0];

const uriOf = (path: string) => new Uri(`/work/${path}`);
/** As with the person's own `diff.mnemonicPrefix`. */
const diff = "diff --git c/x w/x\nindex 1..2\n--- c/x\n+++ w/x\n@@ -1 +1 @@\n-a\n+b\n";

function repositoryOf(paths: readonly string[], own: object = {}): Repository {
  const changes = paths.map((path) => ({ uri: uriOf(path) }));
  // Only these parts are used.
  return {
    rootUri: { path: "/work" },
    state: { indexChanges: changes.slice(0, 1), workingTreeChanges: changes },
    diffIndexWithHEAD: () => Promise.resolve(diff),
    diffWith: (_ref: string, path?: string) =>
      Promise.resolve(path === undefined ? changes : path.endsWith("new.ts") ? "" : diff),
    ...own,
  } as unknown as Repository;
}

const mayAll = { reasonAgainst: () => Promise.resolve(undefined) };
const open = { kind: "since", commit: "HEAD" } as const;

test("each file has a head of its own path, whatever Git is set to, and a new file is all added", async () => {
  const changes = await changedFiles(repositoryOf(["á b.ts", "new.ts"]), open, mayAll);
  expect(changes.diff).toBe(
    "diff --git a/á b.ts b/á b.ts\n--- a/á b.ts\n+++ b/á b.ts\n@@ -1 +1 @@\n-a\n+b\n" +
      "diff --git a/new.ts b/new.ts\n--- a/new.ts\n+++ b/new.ts\n@@ -0,0 +1,2 @@\n+one\n+two",
  );
  expect([...changes.files.keys()]).toEqual(["á b.ts", "new.ts"]);
  expect(changes.leftOut).toBe(0);
});

test("only staged files are in a review of what is staged", async () => {
  const { files } = await changedFiles(repositoryOf(["a.ts", "b.ts"]), { kind: "staged" }, mayAll);
  expect([...files.keys()]).toEqual(["a.ts"]);
});

test("secret and refused files, forged names and what is too much are left out and counted", async () => {
  const many = Array.from({ length: 310 }, (_, index) => `m${index}.ts`);
  const refusing = {
    reasonAgainst: ({ path }: { readonly path: string }) =>
      Promise.resolve(path.endsWith("ignored.ts") ? ("ignored" as const) : undefined),
  };
  const paths = [".env", "ignored.ts", "a\n+++ b/other.ts", ...many];
  const { files, leftOut } = await changedFiles(repositoryOf(paths), open, refusing);
  expect([files.size, leftOut]).toEqual([297, 16]);
});

test("changes longer than the limit are left out as whole files", async () => {
  const long = `${diff.trimEnd()}${"x".repeat(250_000)}`;
  const repository = repositoryOf(["a.ts", "b.ts"], {
    diffIndexWithHEAD: () => Promise.resolve(long),
    state: { indexChanges: [{ uri: uriOf("a.ts") }, { uri: uriOf("b.ts") }] },
  });
  const { files, leftOut } = await changedFiles(repository, { kind: "staged" }, mayAll);
  expect([[...files.keys()], leftOut]).toEqual([["a.ts"], 1]);
});

test("an image has no lines, and before the first commit all files are new", async () => {
  const image = repositoryOf(["a.png"], {
    diffIndexWithHEAD: () => Promise.resolve("diff --git\nBinary files differ\n"),
  });
  expect((await changedFiles(image, { kind: "staged" }, mayAll)).files.size).toBe(0);
  const first = repositoryOf(["new.ts"], { diffWith: () => Promise.reject(new Error("no HEAD")) });
  expect((await changedFiles(first, open, mayAll)).diff).toContain("+one\n+two");
});
