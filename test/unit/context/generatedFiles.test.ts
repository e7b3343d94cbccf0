import { expect, test } from "vitest";

import { generatedGroups } from "../../../src/context/generatedFiles.ts";

function groups(paths: readonly string[], files: Readonly<Record<string, string>> = {}) {
  return generatedGroups(paths, (path) => Promise.resolve(files[path])).then((found) =>
    Object.fromEntries(found),
  );
}

test("files that tools write or that are ignored are grouped by their outermost such folder", async () => {
  const rules = { ".gitignore": "/dist\n*.log\n", "web/.gitignore": "out/\n" };
  const generated = {
    "node_modules/a/index.js": "node_modules",
    "web/node_modules/b/dist/b.js": "node_modules",
    "dist/app.js": "dist",
    "web/out/deep/page.html": "out",
    "package-lock.json": "",
    "web/app.min.js": "",
    "debug.log": "",
  };
  const own = ["src/a.ts", "web/dist/b.ts", "../outside/node_modules.ts", "/abs/debug.log"];
  expect(await groups([...Object.keys(generated), ...own], rules)).toEqual(generated);
});

test("a run that writes the rules cannot fold its other changes", async () => {
  expect(await groups([".gitignore", "src/a.ts"], { ".gitignore": "src\n*\n" })).toEqual({});
});

test("an ignored file that runs by itself is not folded as a single file", async () => {
  expect(await groups(["Makefile", "a.log"], { ".gitignore": "*\n" })).toEqual({ "a.log": "" });
});
