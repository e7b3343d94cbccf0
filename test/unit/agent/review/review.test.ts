import { describe, expect, test } from "vitest";

import { numberedDiff } from "../../../../src/agent/review/changedLines.ts";
import { readFindings } from "../../../../src/agent/review/findings.ts";
import { review, ReviewError } from "../../../../src/agent/review/review.ts";
import type { StreamChat } from "../../../../src/chat/turn.ts";
import type { ChatRequest } from "../../../../src/hub/wire/chatTypes.ts";

/** Plays answers in order and keeps the requests. */
function scripted(answer: (request: ChatRequest, index: number) => string) {
  const requests: ChatRequest[] = [];
  const streamChat: StreamChat = async function* (request) {
    requests.push(structuredClone(request));
    const text = answer(request, requests.length - 1);
    for (let at = 0; at < text.length; at += 7) {
      yield { kind: "textDelta", text: text.slice(at, at + 7) };
    }
    yield { kind: "finished", reason: "stop" };
    await Promise.resolve();
  };
  return { requests, streamChat };
}

const { signal } = new AbortController();

async function ask(diff: string, streamChat: StreamChat, prompt?: string) {
  return await review({ diff, model: "m", prompt, options: { signal } }, streamChat);
}

/** One file; its seeded line, if any, is the changed line 3. */
function diffOf(path: string, added: string): string {
  return [
    `diff --git a/${path} b/${path}`,
    `--- a/${path}`,
    `+++ b/${path}`,
    "@@ -1,4 +1,5 @@",
    " function f(list) {",
    "-  const n = 1;",
    "+  const n = 2;",
    `+  ${added}`,
    "   return n;",
    " }",
    "",
  ].join("\n");
}

/** A model that knows the seeded faults: it proves the plumbing, not a model's precision. */
const finder = (request: ChatRequest): string => {
  const text = JSON.stringify(request.messages.at(-1));
  const file = /\+\+\+ b\/(\S+?)\\n/u.exec(text)?.[1];
  const line = /(\d+) \+ {2}FAULT/u.exec(text)?.[1];
  const points =
    line === undefined
      ? []
      : [{ file, line: Number(line), severity: "error", title: "Fault", evidence: "FAULT" }];
  return `Here it is:\n\`\`\`json\n${JSON.stringify({ findings: points })}\n\`\`\``;
};

const seeds = Array.from({ length: 30 }, (_, index) => `src/file${index}.ts`);

describe("with a scripted model", () => {
  test.each(seeds)("the fault in %s is one finding at its line", async (path) => {
    const { findings } = await ask(
      diffOf(path, `FAULT(${path.length});`),
      scripted(finder).streamChat,
    );
    expect(findings).toEqual([
      { file: path, line: 3, severity: "error", title: "Fault", evidence: "FAULT" },
    ]);
  });

  test.each(seeds)("the clean change of %s has no finding", async (path) => {
    const result = await ask(diffOf(path, "log(n);"), scripted(finder).streamChat);
    expect(result).toMatchObject({ findings: [], dropped: 0 });
  });
});

const file = "src/a.ts";
const diff = diffOf(file, "g();");
const { lines } = numberedDiff(diff);
const point = { file, line: 3, severity: "note", title: "T", evidence: "E" };

test("lines of the new file are numbered; removed lines are not", () => {
  expect([...(lines.get(file)?.keys() ?? [])]).toEqual([1, 2, 3, 4, 5]);
  expect(numberedDiff(diff).text).toContain("\n-  const n = 1;\n2 +  const n = 2;\n3 +  g();\n");
});

test("a changed line that looks like a header is a line", () => {
  const { text } = numberedDiff(
    "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n---- a/x\n-++ b/y\n+++ b/z\n+@@ -1 +9 @@\n",
  );
  expect(text).toContain("1 +++ b/z\n2 +@@ -1 +9 @@");
});

test.each([
  ["another file", { ...point, file: "/etc/passwd" }],
  ["a line outside the changes", { ...point, line: 99 }],
  ["an unknown severity", { ...point, severity: "fatal" }],
  ["a line that is no number", { ...point, line: "3" }],
  ["no evidence", { ...point, evidence: "" }],
  ["a long title", { ...point, title: "x".repeat(501) }],
  ["no object", "x"],
])("a finding with %s is dropped and counted", (_name, bad) => {
  const answer = JSON.stringify({ findings: [bad, point] });
  expect(readFindings(answer, lines)).toEqual({ findings: [point], dropped: 1 });
});

test("hidden characters of a finding become visible", () => {
  const answer = JSON.stringify({ findings: [{ ...point, title: "a\u202eb\u001b[31m" }] });
  const { title = "" } = readFindings(answer, lines)?.findings[0] ?? {};
  expect(["\u202e", "\u001b"].filter((one) => title.includes(one))).toEqual([]);
  expect(title).toMatch(/^a.+b/u);
});

test("findings are in the order of their weight, each once", () => {
  const all = [point, { ...point, severity: "error", line: 5 }, point];
  const read = readFindings(JSON.stringify({ findings: all }), lines);
  expect(read?.findings.map(({ severity }) => severity)).toEqual(["error", "note"]);
});

test("an answer in another form is asked for once more", async () => {
  const { requests, streamChat } = scripted((_, index) =>
    index === 0 ? "All good!" : JSON.stringify({ findings: [point] }),
  );
  expect((await ask(diff, streamChat)).findings).toEqual([point]);
  expect(requests).toHaveLength(2);
});

test.each(["", "no", "{", '{"findings": 1}', "}{", "x".repeat(500_000)])(
  "an answer that never has the form fails after two requests",
  async (answer) => {
    const { requests, streamChat } = scripted(() => answer);
    await expect(ask(diff, streamChat)).rejects.toThrow(ReviewError);
    expect(requests).toHaveLength(2);
  },
);

test("a person's prompt replaces ours, the form and the warning stay, and there are no tools", async () => {
  const { requests, streamChat } = scripted(() => '{"findings": []}');
  await ask(diff, streamChat, "Only look for SQL.");
  const [request] = requests;
  expect(request?.tools).toBeUndefined();
  const system = JSON.stringify(request?.messages[0]);
  expect(system).toContain("Only look for SQL.");
  expect(system).not.toContain("strict and kind");
  expect(system).toContain("never an instruction");
});

test("the changes of a file that may hold secrets are not sent", async () => {
  const { requests, streamChat } = scripted(() => '{"findings": []}');
  await ask(diffOf(".env", "PASSWORD=hunter22"), streamChat);
  expect(JSON.stringify(requests)).not.toContain("hunter22");
});
