import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import type { WorkspacePath } from "../../../src/agent/tools/base/workspace.ts";
import { ownFolders } from "../../../src/agent/trust/ownFolders.ts";
import { writeAct } from "../../../src/agent/trust/pathTrust.ts";
import { AcpWorkspace } from "../../../src/agentCli/acp/acpWorkspace.ts";
import { ContentStore } from "../../../src/agentNode/files/contentStore.ts";
import { openInPlace, writeInPlace } from "../../../src/agentNode/files/inPlace.ts";
import { NodeWorkspace } from "../../../src/agentNode/files/nodeWorkspace.ts";

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

test("a folder that becomes a link after the decision is not written through", async () => {
  const [root, outside] = [mkdtempSync(join(home, "w-")), mkdtempSync(join(home, "o-"))];
  mkdirSync(join(root, "src"));
  for (const folder of [join(root, "src"), root, outside]) {
    writeFileSync(join(folder, "a.ts"), "one");
  }
  const workspace = await NodeWorkspace.open(root);
  const [known, made, top] = await Promise.all(
    ["src/a.ts", "src/deep/new.ts", "a.ts"].map((path) => workspace.locate(path)),
  );
  if (!known || !made || !top) {
    throw new Error("Three paths");
  }
  const read = await workspace.read(known);
  const hash = "hash" in read ? read.hash : "";
  renameSync(join(root, "src"), join(root, "old"));
  symlinkSync(outside, join(root, "src"));
  const changed = { problem: "changed" };
  expect(await workspace.write(known, "two", hash)).toEqual(changed);
  expect(await workspace.write(made, "two", undefined)).toEqual(changed);
  expect(await workspace.remove(known, hash)).toEqual(changed);
  expect(await workspace.move(known, top, hash)).toEqual(changed);
  expect(await workspace.move(top, made, hash)).toEqual(changed);
  expect(readdirSync(outside)).toEqual(["a.ts"]);
  expect(existsSync(join(root, "a.ts"))).toBe(true);
});

test("a file keeps its permissions, whatever the umask", async () => {
  const root = mkdtempSync(join(home, "w-"));
  const file = join(root, "run.sh");
  writeFileSync(file, "one");
  chmodSync(file, 0o777);
  const workspace = await NodeWorkspace.open(root);
  const path = await workspace.locate("run.sh");
  const read = await workspace.read(path);
  expect(await workspace.write(path, "two", "hash" in read ? read.hash : "")).toHaveProperty(
    "hash",
  );
  expect(statSync(file).mode & 0o7777).toBe(0o777);
});

describe.each(["EPERM", "ENOTSUP", "EXDEV", "EMLINK"])(
  "a file system that refuses links with %s",
  (code) => {
    const refuse = (): Promise<void> => Promise.reject(Object.assign(new Error(code), { code }));

    test("moves and makes files, with their permissions and times", async () => {
      const root = mkdtempSync(join(home, "w-"));
      writeFileSync(join(root, "run.sh"), "one");
      chmodSync(join(root, "run.sh"), 0o755);
      utimesSync(join(root, "run.sh"), 1_000, 2_000);
      const workspace = await NodeWorkspace.open(root, [], refuse);
      const [from, to, made] = await located(workspace, "run.sh", "bin/run.sh", "new.ts");
      const read = await workspace.read(from);
      expect(await workspace.move(from, to, "hash" in read ? read.hash : "")).toBeUndefined();
      expect(existsSync(join(root, "run.sh"))).toBe(false);
      const { mode, mtimeMs } = statSync(join(root, "bin/run.sh"));
      expect([readFileSync(join(root, "bin/run.sh"), "utf8"), mode & 0o777, mtimeMs]).toEqual([
        "one",
        0o755,
        2_000_000,
      ]);
      expect(await workspace.write(made, "two", undefined)).toHaveProperty("hash");
      expect(readdirSync(root).toSorted()).toEqual(["bin", "new.ts"]);
    });

    test("never puts a file over another one", async () => {
      const root = mkdtempSync(join(home, "w-"));
      writeFileSync(join(root, "a.ts"), "one");
      // Somebody else makes the new one after the last look.
      const workspace = await NodeWorkspace.open(root, [], (_, name) => {
        writeFileSync(name, "theirs");
        return refuse();
      });
      const [from, to, made] = await located(workspace, "a.ts", "b.ts", "c.ts");
      const read = await workspace.read(from);
      const changed = { problem: "changed" };
      expect(await workspace.move(from, to, "hash" in read ? read.hash : "")).toEqual(changed);
      expect(await workspace.write(made, "two", undefined)).toEqual(changed);
      const texts = ["a.ts", "b.ts", "c.ts"].map((name) => readFileSync(join(root, name), "utf8"));
      expect(texts).toEqual(["one", "theirs", "theirs"]);
      expect(readdirSync(root)).toHaveLength(3);
    });
  },
);

async function located(
  workspace: NodeWorkspace,
  ...[one, two, three]: [string, string, string]
): Promise<[WorkspacePath, WorkspacePath, WorkspacePath]> {
  return [await workspace.locate(one), await workspace.locate(two), await workspace.locate(three)];
}

test("a write that an editor over ACP made, but answered too late, is done", async () => {
  const folder = mkdtempSync(join(home, "acp-"));
  const file = join(folder, "a.txt");
  writeFileSync(file, "one\n");
  const files = new AcpWorkspace(await NodeWorkspace.open(folder), {
    read: () => Promise.resolve(readFileSync(file, "utf8")),
    write: (path, text) => {
      writeFileSync(path, text);
      return Promise.resolve(false);
    },
  });
  const path = await files.locate("a.txt");
  const before = await files.read(path);
  const hash = "hash" in before ? before.hash : undefined;
  expect(await files.write(path, "two\n", hash)).toMatchObject({ text: "two\n" });
});

test("text of an editor that saves it and answers too late counts as saved", async () => {
  const folder = mkdtempSync(join(home, "acp-"));
  const file = join(folder, "a.txt");
  writeFileSync(file, "one\n");
  let shown = "typed\n";
  const files = new AcpWorkspace(await NodeWorkspace.open(folder), {
    read: () => Promise.resolve(shown),
    write: (path, text) => {
      writeFileSync(path, text);
      return Promise.resolve(false);
    },
  });
  const path = await files.locate("a.txt");
  const typed = await files.read(path);
  expect(typed).toMatchObject({ isUnsaved: true });
  const version = "hash" in typed ? typed.hash : "";
  expect(await files.save(path, version)).toMatchObject({ text: "typed\n" });
  writeFileSync(file, "one\n");
  shown = "typed on\n";
  // It is another text by now.
  expect(await files.save(path, version)).toEqual({ problem: "changed" });
});

async function linked(text: string) {
  const root = mkdtempSync(join(home, "w-"));
  writeFileSync(join(root, "a.ts"), text);
  chmodSync(join(root, "a.ts"), 0o754);
  linkSync(join(root, "a.ts"), join(root, "b.ts"));
  const workspace = await NodeWorkspace.open(root);
  const path = await workspace.locate("a.ts");
  const read = await workspace.read(path);
  return { root, workspace, path, hash: "hash" in read ? read.hash : "" };
}

describe.skipIf(process.platform === "win32")("a file with another name (hard link)", () => {
  test.each(["longer than before\n", "one", ""])("keeps it when %j is written", async (text) => {
    const { root, workspace, path, hash } = await linked("one\n");
    expect(await workspace.write(path, text, hash)).toMatchObject({ text });
    const { nlink, mode } = statSync(join(root, "b.ts"));
    expect([nlink, mode & 0o777, readFileSync(join(root, "b.ts"), "utf8")]).toEqual([
      2,
      0o754,
      text,
    ]);
    expect(readdirSync(root)).toEqual(["a.ts", "b.ts"]);
  });

  test("is not written if it changed meanwhile", async () => {
    const { root, workspace, path } = await linked("one\n");
    expect(await workspace.write(path, "two\n", "other")).toEqual({ problem: "changed" });
    expect(readFileSync(join(root, "b.ts"), "utf8")).toBe("one\n");
  });

  test("keeps it when a restore puts its content back", async () => {
    const { root } = await linked("one\n");
    const store = new ContentStore(join(root, "contents"));
    const state = await store.keep(join(root, "a.ts"));
    writeFileSync(join(root, "a.ts"), "the run wrote this\n");
    await store.put(join(root, "a.ts"), state);
    expect(statSync(join(root, "b.ts")).nlink).toBe(2);
    expect(readFileSync(join(root, "b.ts"), "utf8")).toBe("one\n");
  });
});

test.skipIf(process.getuid?.() !== 0)("a file of another owner keeps its owner", async () => {
  const root = mkdtempSync(join(home, "w-"));
  writeFileSync(join(root, "a.ts"), "one\n");
  chownSync(join(root, "a.ts"), 65_534, 65_534);
  const workspace = await NodeWorkspace.open(root);
  const path = await workspace.locate("a.ts");
  const read = await workspace.read(path);
  await workspace.write(path, "two\n", "hash" in read ? read.hash : "");
  const { uid, gid } = statSync(join(root, "a.ts"));
  expect([uid, gid, readFileSync(join(root, "a.ts"), "utf8")]).toEqual([65_534, 65_534, "two\n"]);
});

test("what cannot be written whole in place is as it was before", async () => {
  const path = join(mkdtempSync(join(home, "w-")), "a.txt");
  for (const after of ["much longer than before", "x"]) {
    writeFileSync(path, "before");
    const file = await openInPlace(path);
    let writes = 0;
    const failing: Parameters<typeof writeInPlace>[0] = Object.create(file, {
      write: {
        value: async (...args: [Uint8Array, number, number, number]) => {
          writes += 1;
          const result = await file.write(...args);
          if (writes === 1) {
            throw Object.assign(new Error("no room"), { code: "ENOSPC" });
          }
          return result;
        },
      },
      truncate: { value: (length: number) => file.truncate(length) },
      sync: { value: () => file.sync() },
    }) as Parameters<typeof writeInPlace>[0];
    await expect(writeInPlace(failing, Buffer.from("before"), Buffer.from(after))).rejects.toThrow(
      "no room",
    );
    await file.close();
    expect(readFileSync(path, "utf8")).toBe("before");
  }
});
