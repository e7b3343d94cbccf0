import { expect, test } from "vitest";

import { toAnthropic } from "./translate.ts";

test("stops of white space, which Anthropic refuses, are left out and named", () => {
  const { fields, dropped } = toAnthropic({ model: "x", messages: [], stop: ["\n", "END", ""] });
  expect([fields["stop_sequences"], dropped]).toEqual([["END"], ["stop"]]);
  expect(toAnthropic({ model: "x", messages: [], stop: "\n\n" }).fields).not.toHaveProperty(
    "stop_sequences",
  );
});

test("a text of white space, which Anthropic refuses, is left out beside a call", () => {
  const call = { id: "a", type: "function", function: { name: "read", arguments: "{}" } };
  const messages = [
    { role: "user", content: "hi" },
    { role: "assistant", content: "\n\n", tool_calls: [call] },
    { role: "tool", tool_call_id: "a", content: " " },
  ];
  expect(toAnthropic({ model: "x", messages }).fields["messages"]).toEqual([
    { role: "user", content: [{ type: "text", text: "hi" }] },
    { role: "assistant", content: [{ type: "tool_use", id: "a", name: "read", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: [] }] },
  ]);
});

test("instructions alone, which Anthropic refuses, are what the user says", () => {
  const messages = [{ role: "system", content: "Say hi." }];
  const { fields } = toAnthropic({ model: "x", messages });
  expect(fields).toMatchObject({
    messages: [{ role: "user", content: [{ type: "text", text: "Say hi." }] }],
  });
  expect(fields).not.toHaveProperty("system");
});
