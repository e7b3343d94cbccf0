import { expect, test } from "vitest";

import {
  addedFile,
  filesOfCommit,
} from "../../../../../src/extension/context/sources/firstCommit.ts";

/** As `git show commit:path` prints it. */
const shown: Readonly<Record<string, string>> = {
  "": "tree abc:\n\nREADME.md\nsrc/\n",
  "src/": "tree abc:src/\n\nmain.ts\nnet/\n",
  "src/net/": "tree abc:src/net/\n\nretry.ts\n",
  "src/main.ts": "one\ntwo\n",
  "icon.png": "PNG\u0000",
};

const tree = { show: (_: string, path: string) => Promise.resolve(shown[path] ?? "") };

test("the files of a commit are those of all its folders", async () => {
  const { paths, isCut } = await filesOfCommit(tree, "abc");
  expect(paths).toEqual(["README.md", "src/main.ts", "src/net/retry.ts"]);
  expect(isCut).toBe(false);
});

test("folders without end are not all looked into, which is said", async () => {
  const endless = { show: () => Promise.resolve("tree abc:\n\nfile\nfolder/\n") };
  const { paths, isCut } = await filesOfCommit(endless, "abc");
  expect(paths).toHaveLength(200);
  expect(isCut).toBe(true);
});

test("a file that a commit brought is a diff of added lines, and one that is not text is only named", async () => {
  expect(await addedFile(tree, "abc", "src/main.ts")).toBe(
    "diff --git a/src/main.ts b/src/main.ts\nnew file\n--- /dev/null\n+++ b/src/main.ts\n+one\n+two",
  );
  expect(await addedFile(tree, "abc", "icon.png")).toContain("(not text)");
});
