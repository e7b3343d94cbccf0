import { expect, test } from "vitest";

import { toAnthropic, toOpenAi } from "./translate.ts";

test("hard thinking is asked for in both formats, with room for the answer", () => {
  const there = toAnthropic({ model: "x", messages: [], reasoning_effort: "high", temperature: 0 });
  expect(there).toMatchObject({
    fields: { max_tokens: 20_480, thinking: { type: "enabled", budget_tokens: 16_384 } },
    dropped: ["temperature"],
  });
  expect(toOpenAi(there.fields).fields["reasoning_effort"]).toBe("high");
  expect(
    toAnthropic({ model: "x", messages: [], reasoning_effort: "high", max_tokens: 900 }),
  ).toMatchObject({ fields: { max_tokens: 900 }, dropped: ["reasoning_effort"] });
});

test("a limit of the client leaves room for the answer behind the thoughts", () => {
  const asked = { model: "x", messages: [], reasoning_effort: "high", max_tokens: 8_000 };
  expect(toAnthropic(asked).fields).toMatchObject({
    max_tokens: 8_000,
    thinking: { type: "enabled", budget_tokens: 6_000 },
  });
});

test("thinking is not asked for in the middle of calls whose own thoughts are not there", () => {
  const call = { id: "a", type: "function", function: { name: "x", arguments: "{}" } };
  const messages = [
    { role: "user", content: "go" },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "a", content: "done" },
  ];
  const { fields, dropped } = toAnthropic({ model: "x", messages, reasoning_effort: "low" });
  expect([fields["thinking"], dropped]).toEqual([undefined, ["reasoning_effort"]]);
});

test("signed thoughts in the history go back to the provider that signed them", () => {
  const { fields } = toAnthropic({
    model: "x",
    messages: [
      {
        role: "assistant",
        content: "so",
        reasoning_content: "hm",
        reasoning_details: [
          { type: "reasoning.text", text: "hm", signature: "sig" },
          { type: "reasoning.encrypted", data: "xx" },
        ],
      },
    ],
  });
  expect(fields["messages"]).toEqual([
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "hm", signature: "sig" },
        { type: "redacted_thinking", data: "xx" },
        { type: "text", text: "so" },
      ],
    },
  ]);
});
