import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { writeAct } from "../../../src/agent/trust/pathTrust.ts";
import { NodeWorkspace } from "../../../src/agentNode/nodeWorkspace.ts";
import { ownFolders } from "../../../src/agentNode/ownFolders.ts";

const home = mkdtempSync(join(tmpdir(), "ai-hub-workspace-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe("the editor's own folders", () => {
  test.each([
    ["/c/User/globalStorage/x.ai-hub/agent", "/c/User"],
    ["/c/User/profiles/-1a/globalStorage/x.ai-hub/agent", "/c/User"],
  ])("%s", (storage, user) => {
    expect(ownFolders(storage)).toEqual([storage, user]);
  });

  test("a storage elsewhere is only itself", () => {
    expect(ownFolders("/tmp/a/b/agent")).toEqual(["/tmp/a/b/agent"]);
  });

  test("a workspace around them works; what is inside them is never written", async () => {
    const storage = join(home, "config/User/globalStorage/x.ai-hub/agent");
    mkdirSync(storage, { recursive: true });
    const around = await NodeWorkspace.open(home, ownFolders(storage));
    const actAt = async (path: string) => writeAct(await around.locate(path));
    expect(await actAt("src/a.ts")).toBe("edit");
    expect(await actAt("config/a.ts")).toBe("edit");
    expect(await actAt("config/User/settings.json")).toBe("forbidden");
    expect(await actAt(join(storage, "rules.json"))).toBe("forbidden");
    const inside = await NodeWorkspace.open(join(home, "config/User"), ownFolders(storage));
    expect(writeAct(await inside.locate("snippets/a.json"))).toBe("forbidden");
  });
});
