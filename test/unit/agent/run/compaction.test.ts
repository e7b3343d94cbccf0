import { expect, test } from "vitest";

import { compacted, summaryRequest } from "../../../../src/agent/run/compaction.ts";
import { cutAnswerNote, noteMessage } from "../../../../src/agent/run/runPrompt.ts";
import type { ChatRequestMessage } from "../../../../src/hub/wire/chatTypes.ts";

const user = (content: string): ChatRequestMessage => ({ role: "user", content });
const answer = (content: string): ChatRequestMessage => ({ role: "assistant", content });

function step(id: string, result: string): readonly ChatRequestMessage[] {
  const toolCalls = [{ id, name: "read_file", arguments: { path: id } }];
  return [
    { role: "assistant", content: "", toolCalls },
    { role: "tool", callId: id, content: result },
  ];
}

const beginning: readonly ChatRequestMessage[] = [
  { role: "system", content: "System" },
  user("Workspace: /w"),
];
const facts = { ofTools: ["The plan:\n- open: x"], files: [], notes: [] };

test("the person's messages and the last steps stay word for word, the rest is the summary", () => {
  const messages = [
    ...beginning,
    user("First task"),
    ...step("a", "A".repeat(100)),
    noteMessage(["Left of this run: 5 of 10 steps."]),
    ...step("b", "B"),
    user("Also this"),
    ...step("c", "C"),
  ];
  const kept = compacted(messages, "## Decided\nnone", facts, 2);
  expect(kept).toEqual([
    ...beginning,
    user("First task"),
    noteMessage([
      "What came before was summarised, by you:",
      "## Decided\nnone",
      "The plan:\n- open: x",
    ]),
    ...messages.slice(-5),
  ]);
});

test("what was answered is said to be ended; an answer that was cut is none", () => {
  const before = [...beginning, user("One"), ...step("a", "A"), answer("It is done."), user("Two")];
  const cut = [answer("I wri"), noteMessage([cutAnswerNote])];
  const kept = compacted([...before, ...cut, ...step("b", "B")], "S", facts, 2);
  const [, , one, two, note] = compacted(
    [...before, ...cut, ...step("b", "B"), ...step("c", "C")],
    "S",
    facts,
    2,
  );
  expect([one, two]).toEqual([user("One"), user("Two")]);
  expect(JSON.stringify(note)).toContain("The person's first message is answered and ended");
  expect(JSON.stringify(note)).not.toContain("2 messages");
  expect(kept.filter(({ role }) => role === "tool")).toHaveLength(2);
});

test("the request for a summary has no calls, and its results are cut", () => {
  const request = summaryRequest([...beginning, user("Task"), ...step("a", "A".repeat(900))], 500);
  expect(request.every((message) => message.role !== "tool")).toBe(true);
  expect(JSON.stringify(request)).toContain(`${"A".repeat(500)} …`);
  expect(JSON.stringify(request.at(-1))).toContain("## Ended, not to be taken up again");
});
