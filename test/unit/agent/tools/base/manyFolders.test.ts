import { win32 } from "node:path";

import { expect, test } from "vitest";

import { ManyFolders } from "../../../../../src/agent/tools/base/manyFolders.ts";
import type { Workspace } from "../../../../../src/agent/tools/base/workspace.ts";

const none = (): never => {
  throw new Error("Only places are asked for");
};

/** A folder of Windows without files. */
function windowsFolder(root: string): Workspace {
  return {
    root,
    locate: (path) => {
      const named = win32.resolve(root, path);
      const inner = win32.relative(root, named).replaceAll("\\", "/");
      const isInside = !inner.startsWith("..") && !win32.isAbsolute(inner);
      const shown = isInside ? inner || "." : named;
      return Promise.resolve({
        named,
        real: named,
        isInside,
        isOurs: false,
        shown,
        kind: "missing",
      });
    },
    read: none,
    write: none,
    move: none,
    remove: none,
    entries: none,
    matchLines: none,
  };
}

test("on Windows a path with backslashes begins with the name of its folder as well", async () => {
  const both = new ManyFolders(
    ["web", windowsFolder("C:\\w\\web")],
    ["api", windowsFolder("D:\\api")],
  );
  const paths = ["api/src/a.ts", "api\\src\\a.ts", ".\\api\\src\\a.ts", "D:\\api\\src\\a.ts"];
  for (const path of paths) {
    expect(await both.locate(path)).toMatchObject({
      named: "D:\\api\\src\\a.ts",
      shown: "api/src/a.ts",
    });
  }
});
