import { afterAll, beforeAll, expect, test } from "vitest";

import { ownFolders } from "../../../src/agent/trust/ownFolders.ts";
import { writeAct } from "../../../src/agent/trust/pathTrust.ts";
import type { AgentEditor } from "../../../src/extension/agent/editor/agentEditor.ts";
import { openWebCheckpoints } from "../../../src/extension/agent/machine/webCheckpoints.ts";
import type { WebFiles } from "../../../src/extension/agent/machine/webFiles.ts";
import { WebWorkspace } from "../../../src/extension/agent/machine/webWorkspace.ts";
import type { AgentMachine } from "../../../src/extension/agent/runs/agentRuns.ts";
import { AgentHostLab } from "./agentHostLab.ts";

const lab = new AgentHostLab();

beforeAll(() => lab.start());
afterAll(() => lab.dispose());

/** A file system in memory, as a browser's editor has one. */
class MemoryFiles implements WebFiles {
  readonly contents = new Map<string, Uint8Array>();

  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [path, text] of Object.entries(files)) {
      this.contents.set(path, new TextEncoder().encode(text));
    }
  }

  text(path: string): string | undefined {
    const content = this.contents.get(path);
    return content && new TextDecoder().decode(content);
  }

  stat(path: string): ReturnType<WebFiles["stat"]> {
    const content = this.contents.get(path);
    const isFolder = [...this.contents.keys()].some((other) => other.startsWith(`${path}/`));
    if (!content && !isFolder) {
      return Promise.resolve(undefined);
    }
    return Promise.resolve({ kind: content ? "file" : "folder", size: content?.length ?? 0 });
  }

  read(path: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.contents.get(path));
  }

  write(path: string, content: Uint8Array): Promise<void> {
    this.contents.set(path, content);
    return Promise.resolve();
  }

  move(from: string, to: string): Promise<void> {
    this.contents.set(to, this.contents.get(from) ?? new Uint8Array());
    return this.remove(from);
  }

  remove(path: string): Promise<void> {
    this.contents.delete(path);
    return Promise.resolve();
  }

  list(path: string): ReturnType<WebFiles["list"]> {
    const inner = [...this.contents.keys()].flatMap((other) =>
      other.startsWith(`${path}/`) ? [other.slice(path.length + 1).split("/")] : [],
    );
    const names = new Map(inner.map(([name = "", ...rest]) => [name, rest.length > 0]));
    return Promise.resolve([...names].map(([name, isFolder]) => ({ name, isFolder })));
  }
}

test("in a browser, too, our storage and the editor's user folder are never written", async () => {
  const storage = "/User/globalStorage/x.ai-hub/agent";
  const workspace = new WebWorkspace("/", new MemoryFiles(), ownFolders(storage));
  const actAt = async (path: string) => writeAct(await workspace.locate(path));
  expect(await actAt("User/settings.json")).toBe("forbidden");
  expect(await actAt("user/globalStorage/x.ai-hub/agent/rules.json")).toBe("forbidden");
  expect(await actAt("w/../User/mcp.json")).toBe("forbidden");
  expect(await actAt("Users/a.ts")).toBe("edit");
});

test("in a browser the agent reads, searches, edits, moves and deletes, and all of it goes back", async () => {
  const files = new MemoryFiles({ "/w/a.ts": "const x = one;\n", "/w/src/b.ts": "one more\n" });
  const storage = new MemoryFiles();
  const machine = (editor: AgentEditor): AgentMachine => ({
    editor,
    showRules: () => Promise.resolve(),
    platform: "web",
    skillFolders: [],
    openWorkspace: () => Promise.resolve(new WebWorkspace("/w/", files)),
    openCheckpoints: (_place, isNew) =>
      openWebCheckpoints({ workspace: files, storage, folder: "/store" }, isNew),
  });
  const chat = await lab.open("", { machine, level: "edits" });
  const edits = [{ old_text: "one", new_text: "two" }];
  chat.send(
    lab.agents.trajectory([
      { calls: [{ tool: "search_text", args: { query: "one" } }] },
      {
        expect: "src/b.ts",
        calls: [
          { tool: "edit_file", args: { path: "a.ts", edits } },
          { tool: "write_file", args: { path: "new/c.ts", content: "c\n" } },
          { tool: "read_file", args: { path: "../outside.ts" } },
        ],
      },
      { text: "Done." },
    ]),
  );
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  expect(card).toMatchObject({ kind: "outside", paths: ["/outside.ts"] });
  chat.decide(card.id, false);
  expect((await chat.ended()).state).toBe("complete");
  expect(files.text("/w/a.ts")).toBe("const x = two;\n");
  expect(files.text("/w/new/c.ts")).toBe("c\n");
  expect(chat.calls.map(({ name }) => name)).not.toContain("run_command");
  const changed = await chat.agent.files(chat.id);
  await changed?.refresh();
  const [checkpoint] = chat.agent.view(chat.id).checkpoints;
  await changed?.restore(checkpoint?.id ?? "");
  expect(files.text("/w/a.ts")).toBe("const x = one;\n");
  expect(files.text("/w/new/c.ts")).toBeUndefined();
});
