import { expect, test } from "vitest";

import { refusedAt, toAnthropic, toOpenAi } from "./translate.ts";

test.each([
  [{ tool_choice: "auto" }, { type: "auto" }],
  [{ tool_choice: "none" }, { type: "none" }],
  [{ tool_choice: "required" }, { type: "any" }],
  [
    { tool_choice: { type: "function", function: { name: "read" } } },
    { type: "tool", name: "read" },
  ],
  [{ parallel_tool_calls: false }, { type: "auto", disable_parallel_tool_use: true }],
  [{ tool_choice: "none", parallel_tool_calls: false }, { type: "none" }],
])("the choice of tools %j is %j there, and the same on the way back", (choice, expected) => {
  const tools = [{ type: "function", function: { name: "read", parameters: { type: "object" } } }];
  const { fields } = toAnthropic({ model: "x", messages: [], tools, ...choice });
  expect(fields["tool_choice"]).toEqual(expected);
  const back = toOpenAi(fields).fields;
  expect(back["tool_choice"] ?? "auto").toEqual(
    "tool_choice" in choice ? choice.tool_choice : "auto",
  );
});

test("a call that must be made is asked for in Mistral's word, too", () => {
  const tools = [{ type: "function", function: { name: "read" } }];
  const { fields, dropped } = toAnthropic({ model: "x", messages: [], tools, tool_choice: "any" });
  expect([fields["tool_choice"], dropped]).toEqual([{ type: "any" }, []]);
});

test("arguments in the history that are an object in place of its JSON are kept", () => {
  const call = { id: "a", type: "function", function: { name: "x", arguments: { at: "é" } } };
  const { fields } = toAnthropic({
    model: "x",
    messages: [{ role: "assistant", tool_calls: [call] }],
  });
  expect(fields["messages"]).toMatchObject([{ content: [{ input: { at: "é" } }] }]);
});

test("arguments in the history that are no JSON are kept, not lost", () => {
  const call = { id: "a", type: "function", function: { name: "x", arguments: '{"cut":' } };
  const { fields } = toAnthropic({
    model: "x",
    messages: [{ role: "assistant", tool_calls: [call] }],
  });
  expect(fields["messages"]).toMatchObject([
    { content: [{ input: { raw_arguments: '{"cut":' } }] },
  ]);
});

const offered = ["read", "write", "run"].map((name) => ({ type: "function", function: { name } }));
const allowed = (mode: string, ...names: readonly string[]): object => ({
  type: "allowed_tools",
  allowed_tools: { mode, tools: names.map((name) => ({ type: "function", function: { name } })) },
});

test.each([
  ["auto", "auto"],
  ["required", "any"],
])("of the tools that may be called in the mode %s the others are left out", (mode, type) => {
  const { fields, dropped } = toAnthropic({
    model: "x",
    messages: [],
    tools: offered,
    tool_choice: allowed(mode, "read", "run"),
  });
  expect(fields["tools"]).toMatchObject([{ name: "read" }, { name: "run" }]);
  expect([fields["tool_choice"], dropped]).toEqual([{ type }, []]);
});

test.each([allowed("auto"), allowed("auto", "other"), allowed("sometimes", "read")])(
  "a choice among tools that cannot be kept is refused with its place: %j",
  (choice) => {
    const request = { model: "x", messages: [], tools: offered, tool_choice: choice };
    expect(refusedAt(() => toAnthropic(request))).toBe("tool_choice.allowed_tools");
  },
);

test("a choice of tools that nobody knows is named", () => {
  const tools = [{ name: "read", input_schema: { type: "object" } }];
  const request = { model: "x", messages: [], tools, tool_choice: { type: "other" } };
  expect(toOpenAi(request).dropped).toEqual(["tool_choice"]);
});
