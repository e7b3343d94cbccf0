import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { AgentLab } from "./agentLab.ts";
import { call, edit, greet } from "./steps.ts";

const lab = new AgentLab();

beforeAll(() => lab.start(), 60_000);
afterAll(() => lab.hubs.dispose());

/** A patch of `a.js` with one more act. */
function patch(last: string): string {
  return `*** Begin Patch\n*** Update File: a.js\n@@\n-  return "Hello";\n+  return "Bye";\n${last}*** End Patch`;
}

describe("files that are not as the run knows them", () => {
  test("a file that changes under its card is not written", async () => {
    const folder = lab.folder({ "a.js": greet });
    const { results } = await lab.play(
      folder,
      [
        { calls: [call("read_file", { path: "a.js" })] },
        { calls: [edit("a.js", "Hello", "Bye")] },
        { text: "End." },
      ],
      {
        level: "ask",
        approve: () => {
          writeFileSync(join(folder, "a.js"), `// mine\n${greet}`);
          return Promise.resolve("approved");
        },
      },
    );
    expect(results[1]).toEqual(["failed", expect.stringContaining("has changed meanwhile")]);
    expect(lab.read(folder, "a.js")).toBe(`// mine\n${greet}`);
  });

  test("replace_all in a file that was never read changes one place only, and asks for a read", async () => {
    const folder = lab.folder({ "a.js": greet + greet });
    const all = {
      path: "a.js",
      edits: [{ old_text: "Hello", new_text: "Bye", replace_all: true }],
    };
    const { results } = await lab.play(folder, [
      { calls: [call("edit_file", all)] },
      { calls: [call("read_file", { path: "a.js" }), call("edit_file", all)] },
      { text: "End." },
    ]);
    expect(results[0]).toEqual(["failed", expect.stringContaining("read it first")]);
    expect(results.slice(1).map(([state]) => state)).toEqual(["done", "done"]);
    expect(lab.read(folder, "a.js")).toBe((greet + greet).replaceAll("Hello", "Bye"));
  });

  test("an edit of a file that was never read needs exact text; overwriting needs a read", async () => {
    const folder = lab.folder({ "a.js": greet, "b.js": greet });
    const { results } = await lab.play(folder, [
      {
        calls: [
          edit("a.js", 'return "Hello";', 'return "Bye";'),
          edit("b.js", 'function greet() {\n    return "Hello";', "x"),
          call("write_file", { path: "b.js", content: "x\n" }),
          call("write_file", { path: "b.js", content: "x\n", overwrite: true }),
          call("delete_file", { path: "b.js" }),
        ],
      },
      { text: "End." },
    ]);
    expect(results[0]?.[1]).toContain(
      "a.js was not read before; every old_text was there exactly.",
    );
    expect(results.map(([state]) => state)).toEqual([
      "done",
      "failed",
      "failed",
      "failed",
      "failed",
    ]);
    expect(lab.read(folder, "b.js")).toBe(greet);
  });

  test("a write that drops most of a file asks at every level", async () => {
    const long = "line\n".repeat(80);
    const folder = lab.folder({ "a.txt": long });
    const { results } = await lab.play(folder, [
      { calls: [call("read_file", { path: "a.txt" })] },
      { calls: [call("write_file", { path: "a.txt", content: "x\n", overwrite: true })] },
      { text: "End." },
    ]);
    expect(results[1]?.[0]).toBe("refused");
    expect(lab.read(folder, "a.txt")).toBe(long);
  });

  test("a patch is made whole or not, and what is no UTF-8 is not touched", async () => {
    const folder = lab.folder({ "a.js": greet });
    writeFileSync(join(folder, "latin.txt"), Buffer.from([0x61, 0xe9, 0x0a]));
    const { results } = await lab.play(
      folder,
      [
        { calls: [call("read_file", { path: "a.js" }), call("read_file", { path: "latin.txt" })] },
        {
          calls: [
            call("apply_patch", { patch: patch("*** Delete File: gone.js\n") }),
            call("apply_patch", { patch: patch("*** Add File: new.js\n+new\n") }),
          ],
        },
        { text: "End." },
      ],
      { usesPatches: true },
    );
    expect(results.map(([state]) => state)).toEqual(["done", "failed", "failed", "done"]);
    expect(lab.read(folder, "a.js")).toBe(greet.replace("Hello", "Bye"));
    expect(lab.read(folder, "new.js")).toBe("new\n");
  });
});
