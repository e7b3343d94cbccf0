import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { ManyFolders, realFolders, rootText } from "../../../src/agent/tools/base/manyFolders.ts";
import { NodeWorkspace } from "../../../src/agentNode/files/nodeWorkspace.ts";

let home = "";

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "ai-hub-folders-")));
  for (const folder of ["shop/src", "tools", "other"]) {
    mkdirSync(join(home, folder), { recursive: true });
  }
  writeFileSync(join(home, "shop/src/a.ts"), "a\n");
  writeFileSync(join(home, "tools/b.ts"), "b\n");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function opened(): Promise<ManyFolders> {
  const [shop, tools] = [join(home, "shop"), join(home, "tools")];
  return new ManyFolders(
    ["shop", await NodeWorkspace.open(shop)],
    ["tools", await NodeWorkspace.open(tools)],
  );
}

test.each([
  ["shop/src/a.ts", "shop/src/a.ts", "file"],
  ["./tools/b.ts", "tools/b.ts", "file"],
  ["tools", "tools", "folder"],
  ["shop/../tools/b.ts", "tools/b.ts", "file"],
  // Without its folder: just one has it.
  ["b.ts", "tools/b.ts", "file"],
  // A new file goes into the first folder.
  ["c.ts", "shop/c.ts", "missing"],
  [".", ".", "folder"],
])("%s is %s", async (path, shown, kind) => {
  const found = await (await opened()).locate(path);
  expect(found).toMatchObject({ shown, kind, isInside: true });
});

test("an absolute path is shown as it is named in its folder; outside all of them it is outside", async () => {
  const workspace = await opened();
  expect(await workspace.locate(join(home, "tools/b.ts"))).toMatchObject({
    shown: "tools/b.ts",
    isInside: true,
  });
  symlinkSync(join(home, "other"), join(home, "shop/out"));
  for (const path of [join(home, "other/x"), "shop/../other/x", "shop/out/x"]) {
    expect(await workspace.locate(path)).toMatchObject({
      real: join(home, "other/x"),
      isInside: false,
    });
  }
});

test("a link is told by its name in its folder, also where it leads to another folder", async () => {
  const workspace = await opened();
  symlinkSync("src", join(home, "shop/code"));
  symlinkSync(join(home, "tools"), join(home, "shop/kit"));
  symlinkSync(join(home, "shop"), join(home, "other/again"));
  const links = ["shop/code/a.ts", "shop/kit/b.ts", join(home, "other/again/src/a.ts")];
  const found = await Promise.all(links.map((path) => workspace.locate(path)));
  expect(found.map(({ link, shown }) => [link, shown])).toEqual([
    ["shop/code/a.ts", "shop/src/a.ts"],
    [join(home, "shop/kit/b.ts"), "tools/b.ts"],
    [join(home, "other/again/src/a.ts"), "shop/src/a.ts"],
  ]);
  for (const path of ["shop/src/a.ts", "shop/../tools/b.ts", ".", join(home, "other/x")]) {
    expect(await workspace.locate(path)).not.toHaveProperty("link");
  }
});

test("the workspace's own entries are its folders, of the same name with a number", async () => {
  const [one, two] = [join(home, "shop"), join(home, "tools")];
  const workspace = new ManyFolders(
    ["app", await NodeWorkspace.open(one)],
    ["app", await NodeWorkspace.open(two)],
  );
  const root = await workspace.locate(".");
  expect(await workspace.entries(root)).toEqual([
    { name: "app", isFolder: true },
    { name: "app (2)", isFolder: true },
  ]);
  expect((await workspace.locate("app (2)/b.ts")).real).toBe(join(two, "b.ts"));
  expect(await realFolders(workspace)).toEqual([one, two]);
  expect(rootText(workspace)).toContain(`- app (2): ${two}`);
});

test("a file that two folders have is not guessed: the first folder is meant", async () => {
  writeFileSync(join(home, "shop/b.ts"), "other\n");
  expect(await (await opened()).locate("b.ts")).toMatchObject({ shown: "shop/b.ts" });
});
