import { expect, test } from "vitest";

import { filler, hitsIn } from "./indexing.ts";

test("a function that fits by itself comes before a file with the same words in several functions", async () => {
  const files = {
    "src/spread.ts": `export function clearScreen(): void {\n  clear(entry);\n}\n\nexport function expiredSession(): void {\n  expired(1);\n}\n\nexport function entryOf(): void {\n  entries(clear);\n}\n`,
    "src/whole.ts": `${filler(45, "other")}export function clearExpiredEntries(): void {\n  store.remove();\n}\n`,
  };
  const [first] = await hitsIn(files, "Clears the entries that are expired");
  expect(first?.path).toBe("src/whole.ts");
});

test("words of a function's parameters say more about it than the same words inside", async () => {
  const files = {
    "src/inside.ts":
      "export function sendReport(one: A, two: B): void {\n  run(socket, retries);\n}\n",
    "src/params.ts":
      "export function sendReport(socket: A, retries: B): void {\n  run(one, two);\n}\n",
  };
  const [first] = await hitsIn(files, "Sends a report by a socket with retries");
  expect(first?.path).toBe("src/params.ts");
});

test.each([
  ["the maximum length of an argument", "maxLenArg"],
  ["initialize the environment variables", "initEnvVars"],
  ["where is the database connection configured", "dbConnConfig"],
])("%s finds the short forms of the words: %s", async (query, name) => {
  const files = {
    "src/short.ts": `export function ${name}() {\n  return 1;\n}\n`,
    "src/page.ts": "export function drawPage() {\n  return 1;\n}\n",
  };
  const hits = await hitsIn(files, query);
  expect(hits.map(({ path }) => path)).toEqual(["src/short.ts"]);
});

test("the lines that are shown first are those of the function that fits", async () => {
  const calls = "  entries(expired, cleared, entry);\n".repeat(12);
  const files = {
    "src/long.ts": `export function openAll(): void {\n${calls}}\n\n${filler(40)}export function clearExpiredEntries(): void {\n  entries.clear();\n}\n\n${filler(60)}`,
  };
  const [first] = await hitsIn(files, "Clears the entries that are expired");
  expect(first?.text).toContain("function clearExpiredEntries");
});
