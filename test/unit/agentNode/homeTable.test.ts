import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { toolPlaces, versionFiles } from "../../../src/agentNode/sandbox/homeTable.ts";

const documented = readFileSync("docs/security.md", "utf8");

test("what commands in the sandbox see of the home folder is in the documentation, and nothing twice", () => {
  const folders = toolPlaces.map(({ folder }) => folder);
  const missing = [...folders, ...versionFiles].filter(
    (name) => !documented.includes(`\`${name}\``),
  );
  expect(missing).toEqual([]);
  expect(new Set(folders).size).toBe(folders.length);
});

test("no entry shows a folder of settings or of several programs as a whole", () => {
  const wide = toolPlaces.filter(
    ({ folder, parts }) =>
      parts === undefined &&
      /^(?:\.[^/]+\/)?(?:config|share|state|cache|local)$|^\.config\b/u.test(folder),
  );
  expect(wide).toEqual([]);
});
