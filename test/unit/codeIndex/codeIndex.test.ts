import { expect, test } from "vitest";

import { CodeIndex } from "../../../src/codeIndex/codeIndex.ts";
import { searchCode } from "../../../src/codeIndex/searchCode.ts";
import { filler, finish, hitsIn, indexOf, ranked } from "./indexing.ts";

const retry = `export async function fetchWithRetry(url: string): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(url);
    if (response.status !== 429) {
      return response;
    }
  }
}
`;

test("a question finds the function that answers it, with its lines and the words that matched", async () => {
  const files = {
    "src/http/client.ts": `${filler(70)}${retry}${filler(70)}`,
    "src/view/page.ts": filler(100, "page"),
  };
  const [first] = await hitsIn(files, "where do we retry a response with attempts");
  expect(first?.path).toBe("src/http/client.ts");
  expect(first?.text).toContain("fetchWithRetry");
  expect(first?.words).toEqual(["retry", "response", "attempts"]);
  const lines = files["src/http/client.ts"].split("\n");
  expect(lines.slice((first?.startLine ?? 0) - 1, first?.endLine).join("\n")).toBe(
    first?.text.trimEnd(),
  );
});

test("identifiers are found by their parts, without case or accents, and by other forms of a word", async () => {
  const files = {
    "a.ts": "const parsedHTTPHeaders = 1;\n",
    "b.ts": "const endereçoDoUsuário = 2;\n",
    "c.ts": "const other = 3;\n",
  };
  const pathOf = async (query: string) => (await hitsIn(files, query))[0]?.path;
  expect(await pathOf("http headers")).toBe("a.ts");
  expect(await pathOf("parsing a header")).toBe("a.ts");
  expect(await pathOf("endereco usuario")).toBe("b.ts");
});

test("an index comes back from its bytes, with its note", async () => {
  const files = { "src/client.ts": retry, "src/page.ts": filler(60) };
  const index = indexOf(files);
  const decoded = CodeIndex.decode(index.encode("note é"), () => 0);
  expect(decoded?.note).toBe("note é");
  expect(decoded?.index.stats).toEqual(index.stats);
  expect(await hitsIn(files, "retry attempt", decoded?.index)).toEqual(
    await hitsIn(files, "retry attempt", index),
  );
});

test("bytes that are damaged, cut or of another version give no index", () => {
  const bytes = indexOf({ "a.ts": retry }).encode("");
  for (const place of [0, 5, 13, 30, bytes.length - 20]) {
    const damaged = bytes.slice();
    damaged[place] = (damaged[place] ?? 0) ^ 1;
    expect(CodeIndex.decode(damaged, () => 0)).toBeUndefined();
  }
  expect(CodeIndex.decode(bytes.slice(0, -8), () => 0)).toBeUndefined();
  expect(CodeIndex.decode(new Uint8Array(0), () => 0)).toBeUndefined();
});

test("a removed file is not found at once, a changed one as it is now, and merging changes no answer", async () => {
  const files: Record<string, string> = {};
  for (let number = 0; number < 60; number += 1) {
    files[`src/part${number}.ts`] = `export const value${number} = "common";\n`;
  }
  const index = indexOf(files);
  index.remove("src/part7.ts");
  expect((await hitsIn(files, "value7", index)).map(({ path }) => path)).not.toContain(
    "src/part7.ts",
  );
  for (let number = 0; number < 25; number += 1) {
    const path = `src/part${number}.ts`;
    const text = `export const renamed${number} = "common";\n`;
    files[path] = text;
    index.put({ path, text, size: text.length, mtimeMs: 2 });
    finish(index);
    expect((await hitsIn(files, `renamed${number}`, index))[0]?.path).toBe(path);
  }
  expect(index.stats.files).toBe(60);
  expect(index.stats.segments).toBeLessThan(17);
  expect((await hitsIn(files, "value3", index))[0]?.path).not.toBe("src/part3.ts");
});

test("a text that did not change is not indexed again", () => {
  const index = indexOf({ "a.ts": retry });
  const { generation } = index;
  index.put({ path: "a.ts", text: retry, size: retry.length, mtimeMs: 99 });
  finish(index);
  expect(index.generation).toBe(generation);
  expect(index.stampOf("a.ts")).toEqual({ size: retry.length, mtimeMs: 99 });
});

test("a file that is removed while it waits never comes back", () => {
  const index = indexOf({});
  index.put({ path: "a.ts", text: retry, size: 1, mtimeMs: 1 });
  index.work(0);
  index.remove("a.ts");
  finish(index);
  expect(index.paths()).toEqual([]);
  expect(ranked(index, "retry")).toEqual([]);
});

test("subjects of commits find the files that they touched", () => {
  const index = indexOf({ "src/a.ts": "const x1 = 1;\n", "src/b.ts": "const y1 = 1;\n" });
  index.setHistory([{ subject: "fix flickering cursor", paths: ["src/b.ts", "gone.ts"] }]);
  finish(index);
  const files = ranked(index, "flickering");
  expect(files.map(({ path }) => path)).toEqual(["src/b.ts"]);
});

test("only files below a folder are searched if one is named", () => {
  const index = indexOf({ "src/a.ts": retry, "lib/a.ts": retry, "src2/a.ts": retry });
  const files = ranked(index, "retry", "src");
  expect(files.map(({ path }) => path)).toEqual(["src/a.ts"]);
});

test("tests come after what they test, unless the question is about tests", async () => {
  const files = { "src/retry.ts": retry, "test/retry.test.ts": `${retry}${retry}` };
  expect((await hitsIn(files, "retry on attempt"))[0]?.path).toBe("src/retry.ts");
  expect((await hitsIn(files, "test of retry"))[0]?.path).toBe("test/retry.test.ts");
});

test("a word that every chunk has finds files where no other word does, and none beside a telling one", () => {
  const files: Record<string, string> = {};
  for (let number = 0; number < 200; number += 1) {
    files[`src/part${number}.ts`] = `const value${number} = common;\n`;
  }
  files["src/part7.ts"] = "const value = common + frobnicate;\n";
  const index = indexOf(files);
  expect(ranked(index, "common")).toHaveLength(5);
  expect(ranked(index, "common absentword")).toHaveLength(5);
  expect(ranked(index, "common frobnicate").map(({ path }) => path)).toEqual(["src/part7.ts"]);
});

test("a search on a slow machine reads all files at once and still answers from five of them", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`retry${at}.ts`, `export function retry${at}() {}\n`]),
  );
  let [time, atOnce, most] = [0, 0, 0];
  const { hits, isPartial } = await searchCode(indexOf(files), "retry", {
    limit: 10,
    read: async (path) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await Promise.resolve();
      atOnce -= 1;
      time += 1_000;
      return files[path];
    },
    now: () => time,
  });
  expect(most).toBe(12);
  expect(new Set(hits.map(({ path }) => path)).size).toBe(5);
  expect(isPartial).toBe(true);
});
