import { existsSync, linkSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { AgentLab } from "./agentLab.ts";
import { call, edit, greet } from "./steps.ts";

const lab = new AgentLab();

beforeAll(() => lab.start(), 60_000);
afterAll(() => lab.hubs.dispose());

describe.each(["openai", "anthropic"] as const)("a run in the format of %s", (format) => {
  test("reads, searches, edits, makes, moves and deletes files", async () => {
    const folder = lab.folder({ "src/a.js": greet, "old.txt": "old\n", "node_modules/x.js": "x" });
    const { end, texts, results } = await lab.play(
      folder,
      [
        {
          text: "I look.",
          calls: [
            call("list_files", {}),
            call("search_text", { query: "hello" }),
            call("read_file", { path: "src/a.js" }),
            call("read_file", { path: "old.txt" }),
          ],
        },
        {
          expect: 'src/a.js:2: \\s+return "(\\w+)"',
          calls: [
            edit("src/a.js", 'return "${1}"', 'return "${1}, world"'),
            call("read_file", { path: "src/a.js" }),
            call("write_file", { path: "new/b.js", content: "made();\n" }),
            call("move_file", { from: "new/b.js", to: "new/c.js" }),
            call("update_plan", { items: [{ text: "edit", state: "done" }] }),
          ],
        },
        { expect: '2\\t  return "(Hello, world)"', text: "It says ${1}." },
      ],
      { format },
    );
    expect(texts).toBe("I look.\nIt says Hello, world.");
    expect(end).toEqual({
      type: "end",
      outcome: "done",
      steps: 3,
      isApproximate: true,
      cost: "0",
      files: ["src/a.js", "new/b.js", "new/c.js"],
    });
    expect(lab.read(folder, "src/a.js")).toBe(greet.replace("Hello", "Hello, world"));
    expect(lab.read(folder, "new/c.js")).toBe("made();\n");
    expect(existsSync(join(folder, "new/b.js"))).toBe(false);
    expect(results[0]).toEqual(["done", "old.txt\nsrc/a.js"]);
    expect(results[1]).toEqual(["done", 'src/a.js:2:   return "Hello";']);
    expect(results[4]?.[1]).toContain('1\tfunction greet() {\n2\t  return "Hello, world";');
  });

  test("each request begins with the whole request before it", async () => {
    const reads = Array.from({ length: 6 }, (_, index) => ({
      calls: [call("read_file", { path: `f${index}` })],
    }));
    const files = Object.fromEntries(reads.map((_, index) => [`f${index}`, `${index}\n`]));
    const { requests } = await lab.play(lab.folder(files), [...reads, { text: "Done." }], {
      format,
    });
    expect(requests).toHaveLength(7);
    for (const [index, request] of requests.slice(1).entries()) {
      const before = requests[index];
      expect(request.messages.slice(0, before?.messages.length)).toEqual(before?.messages);
      expect(request.tools).toEqual(before?.tools);
    }
  });

  test("a call that the length limit cut is not run, and three in a row end the run", async () => {
    const folder = lab.folder({});
    const cut = { calls: [call("write_file", { path: "a", content: "abc" })], cut: "length" };
    const { end, requests, results } = await lab.play(folder, [cut], { format });
    expect(end).toMatchObject({ outcome: "failed", steps: 3 });
    expect(results).toEqual([]);
    expect(JSON.stringify(requests[1]?.messages)).toContain("was cut at its length limit");
    expect(existsSync(join(folder, "a"))).toBe(false);
  });

  test("a broken connection ends the run, and what was done stays", async () => {
    const folder = lab.folder({});
    const { end } = await lab.play(
      folder,
      [
        { calls: [call("write_file", { path: "a", content: "abc\n" })] },
        { text: "Hm", calls: [call("delete_file", { path: "a" })], cut: "socket" },
      ],
      { format },
    );
    expect(end).toMatchObject({ outcome: "failed", files: ["a"] });
    expect(lab.read(folder, "a")).toBe("abc\n");
  });

  test("a run in circles is told so, and then ends", async () => {
    const look = { calls: [call("read_file", { path: "a" })] };
    const steps = Array.from({ length: 9 }, () => look);
    const { end, requests } = await lab.play(lab.folder({ a: "a\n" }), steps, { format });
    expect(end).toMatchObject({ outcome: "failed", steps: 5 });
    const last = JSON.stringify(requests.at(-1)?.messages);
    expect(last).toContain("This is the 3rd time that read_file");
  });

  test("a masked value comes back into an edit, and the file keeps it", async () => {
    const folder = lab.folder({ "a.txt": "cpf: 111.444.777-35\nname: old\n" });
    const { end, texts } = await lab.play(
      folder,
      [
        { calls: [call("read_file", { path: "a.txt" })] },
        {
          expect: "(\\[CPF_\\d+\\])",
          calls: [edit("a.txt", "cpf: ${1}\nname: old", "cpf: ${1}\nname: new")],
        },
        { expect: "Edited", text: "Done." },
      ],
      { format },
    );
    expect(texts).toBe("Done.");
    expect(end).toMatchObject({ outcome: "done" });
    expect(lab.read(folder, "a.txt")).toBe("cpf: 111.444.777-35\nname: new\n");
  });
});

describe("what is refused", () => {
  test("paths outside, secrets and Git's folder, also through a link", async () => {
    const outside = lab.folder({ "x.txt": "x\n" });
    const folder = lab.folder({ ".env": "KEY=1\n", ".git/config": "[core]\n", Makefile: "x\n" });
    symlinkSync(outside, join(folder, "link"));
    linkSync(join(folder, "Makefile"), join(folder, "name.txt"));
    const { results, end } = await lab.play(folder, [
      {
        calls: [
          call("read_file", { path: join(outside, "x.txt") }),
          call("read_file", { path: "link/x.txt" }),
          call("read_file", { path: ".env" }),
          call("write_file", { path: ".git/hooks/pre-commit", content: "x" }),
          call("write_file", { path: "link/y.txt", content: "x" }),
          call("write_file", { path: ".vscode/tasks.json", content: "{}" }),
          call("edit_file", { path: "name.txt", edits: [{ old_text: "x", new_text: "y" }] }),
        ],
      },
      { text: "End." },
    ]);
    expect(results.map(([state]) => state)).toEqual(Array.from({ length: 7 }, () => "refused"));
    expect(end).toMatchObject({ outcome: "refused", files: [] });
    expect(existsSync(join(outside, "y.txt"))).toBe(false);
  });

  test("every write in plan mode", async () => {
    const folder = lab.folder({ a: "a\n" });
    const { results, end } = await lab.play(
      folder,
      [
        {
          calls: [
            call("read_file", { path: "a" }),
            call("write_file", { path: "b", content: "x" }),
          ],
        },
        { text: "My plan." },
      ],
      { mode: "plan", approve: () => Promise.resolve("approved") },
    );
    expect(results.map(([state]) => state)).toEqual(["done", "refused"]);
    expect(end).toMatchObject({ outcome: "done", files: [] });
  });

  test("unknown tools and wrong arguments say what there is", async () => {
    const { results } = await lab.play(lab.folder({}), [
      {
        calls: [
          call("launch", {}),
          call("edit_file", { path: "a" }),
          call("read_file", { file_path: "missing.ts", offset: "2" }),
        ],
      },
      { text: "End." },
    ]);
    expect(results[0]?.[1]).toContain("There is no tool launch. There are: read_file, list_files");
    expect(results[1]?.[1]).toContain('The argument "edits" is missing or wrong. edit_file takes');
    expect(results[2]?.[1]).toContain("There is no file missing.ts");
  });

  test("a file that is written anew keeps its line ends and its byte order mark", async () => {
    const folder = lab.folder({ "a.txt": "\u{FEFF}one\r\ntwo\r\n" });
    const { results } = await lab.play(folder, [
      { calls: [call("read_file", { path: "a.txt" })] },
      { calls: [call("write_file", { path: "a.txt", content: "one\nthree\n", overwrite: true })] },
      { text: "End." },
    ]);
    expect(results[1]).toEqual(["done", "Wrote a.txt, 3 lines."]);
    expect(lab.read(folder, "a.txt")).toBe("\u{FEFF}one\r\nthree\r\n");
  });

  test("what the person rejects is not done", async () => {
    const folder = lab.folder({});
    const { results, events } = await lab.play(
      folder,
      [{ calls: [call("write_file", { path: "a", content: "x\n" })] }, { text: "End." }],
      { level: "ask", approve: () => Promise.resolve("rejected") },
    );
    expect(results[0]).toEqual(["refused", expect.stringContaining("The person rejected it")]);
    expect(events.find(({ type }) => type === "card")).toMatchObject({
      card: "edit",
      planned: { title: "Make a", detail: "--- /dev/null\n+++ a\n@@ 1 @@\n+x" },
    });
    expect(existsSync(join(folder, "a"))).toBe(false);
  });
});
