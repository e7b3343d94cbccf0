import { expect, test } from "vitest";

import { leadsElsewhere } from "../../../src/context/linkedFiles.ts";

const folders = ["/home/me/project", "/c:/Code/Lib/"];

test.each([
  "/home/me/project/CLAUDE.md",
  "/home/me/project/docs/deep/a.md",
  "/c:/code/lib/readme.md",
  "/home/me/project/.env.example",
])("%s is a file of the workspace", (path) => {
  expect(leadsElsewhere(path, folders)).toBe(false);
});

test.each([
  "/home/me/.ssh/id_rsa",
  "/home/me/project2/a.md",
  "/home/me/project",
  "/etc/passwd",
  "/home/me/project/.env",
  "/home/me/project/deploy/server.key",
  "/home/me/project/.aws/config",
])("a link to %s leads elsewhere", (path) => {
  expect(leadsElsewhere(path, folders)).toBe(true);
});
