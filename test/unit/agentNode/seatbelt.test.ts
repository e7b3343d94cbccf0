import { expect, test } from "vitest";

import { seatbeltProfile } from "../../../src/agentNode/sandbox/seatbelt.ts";

/** The profile as text only: nothing here starts `sandbox-exec`. */
function linesOf(workspace: string): readonly string[] {
  return seatbeltProfile({
    workspace: [workspace],
    empty: ["/Users/ana"],
    readable: ["/Users/ana/.nvm", "/Users/ana/.m2/repository"],
    hidden: ["/Users/ana/.ssh"],
    kept: [`${workspace}/.git`, `${workspace}/node_modules`],
    caches: [`${workspace}/node_modules/.cache`],
    tempFolder: "/private/var/folders/x/T/ai-hub-agent-1/temp",
  }).split("\n");
}

test("on macOS a command cannot read or write the shared temp folders, and has one of its own", () => {
  const lines = linesOf("/Users/ana/shop");
  const shared = '(subpath "/private/tmp") (subpath "/private/var/tmp")';
  expect(lines).toContain(`(deny file-read* file-write* ${shared} (subpath "/Users/ana"))`);
  const writable = lines.filter((line) => /^\(allow .*file-write/u.test(line)).join("\n");
  expect(writable).toContain('(subpath "/private/var/folders/x/T/ai-hub-agent-1/temp")');
  expect(writable).not.toContain('(subpath "/private/tmp")');
});

test("on macOS a workspace in a shared temp folder can be read and written, its protected paths only read", () => {
  const lines = linesOf("/private/tmp/shop");
  // The last rule that fits counts.
  const last = (path: string) =>
    lines.findLast((line) => line.includes(`(subpath "${path}")`))?.split(" (subpath")[0];
  expect(last("/private/tmp")).toBe("(deny file-read* file-write*");
  expect(last("/private/tmp/shop")).toBe("(allow file-read* file-write*");
  expect(last("/private/tmp/shop/.git")).toBe("(deny file-write*");
  expect(last("/private/tmp/shop/node_modules")).toBe("(deny file-write*");
  expect(last("/private/tmp/shop/node_modules/.cache")).toBe("(allow file-write*");
  expect(last("/Users/ana/.ssh")).toBe("(deny file-read* file-write*");
  const metadata = lines.find((line) => line.startsWith("(allow file-read-metadata"));
  expect(metadata).toContain('(literal "/private/tmp")');
});

test("on macOS the home is empty but for toolchains, caches and the workspace", () => {
  const lines = linesOf("/Users/ana/dev/shop");
  const at = (start: string, path: string) =>
    lines.findIndex((line) => line.startsWith(start) && line.includes(`(subpath "${path}")`));
  const denied = at("(deny file-read* file-write*", "/Users/ana");
  const readable = at("(allow file-read* (", "/Users/ana/.nvm");
  expect(lines[readable]).toBe(
    '(allow file-read* (subpath "/Users/ana/.nvm") (subpath "/Users/ana/.m2/repository"))',
  );
  expect([denied > 0, readable > denied]).toEqual([true, true]);
  expect(at("(allow file-read* file-write*", "/Users/ana/dev/shop")).toBeGreaterThan(readable);
  const metadata = lines.find((line) => line.startsWith("(allow file-read-metadata")) ?? "";
  // Of the folders above, so that paths resolve, and of nothing beside them.
  for (const folder of ["/Users/ana", "/Users/ana/dev", "/Users/ana/.m2"]) {
    expect(metadata).toContain(`(literal "${folder}")`);
  }
  expect(metadata).not.toContain('(literal "/Users")');
});
