import { describe, expect, test } from "vitest";

import { done, finish, readText, tool } from "../../support/answerText.ts";

describe("tool calls are told only when they are whole", () => {
  const end = finish("tool_calls") + done;

  test("pieces are put together by index, however they are mixed", () => {
    const body =
      tool({ index: 0, id: "a", function: { name: "one", arguments: '{"x"' } }) +
      tool({ index: 1, id: "b", function: { name: "two", arguments: "" } }) +
      tool({ index: 0, function: { arguments: ":1}" } });
    expect(readText(body + end).calls).toEqual([
      { id: "a", name: "one", arguments: { x: 1 } },
      { id: "b", name: "two", arguments: {} },
    ]);
  });

  test("without an index the id tells, and without both the last goes on", () => {
    const body =
      tool({ id: "a", function: { name: "one", arguments: '{"x"' } }) +
      tool({ function: { arguments: ":" } }) +
      tool({ id: "b", function: { name: "two", arguments: "{}" } }) +
      tool({ id: "a", function: { arguments: "2}" } });
    expect(readText(body + end).calls).toEqual([
      { id: "a", name: "one", arguments: { x: 2 } },
      { id: "b", name: "two", arguments: {} },
    ]);
  });

  test("calls that all have the index 0 are told apart by their ids and names", () => {
    const body =
      tool({ index: 0, id: "a", function: { name: "one", arguments: '{"x":1}' } }) +
      tool({ index: 0, id: "b", function: { name: "one", arguments: '{"x"' } }) +
      tool({ index: 0, function: { arguments: ":2}" } });
    expect(readText(body + end).calls).toEqual([
      { id: "a", name: "one", arguments: { x: 1 } },
      { id: "b", name: "one", arguments: { x: 2 } },
    ]);
  });

  test("pieces with an id of their own, and even the name again, are one call", () => {
    const body =
      tool({ index: 0, id: "a", function: { name: "one", arguments: '{"x"' } }) +
      tool({ index: 0, id: "b", function: { name: "one", arguments: ":1" } }) +
      tool({ index: 0, id: "c", function: { arguments: "}" } });
    expect(readText(body + end).calls).toEqual([{ id: "a", name: "one", arguments: { x: 1 } }]);
  });

  test.each([
    ["in two pieces", ["get_", "weather"]],
    ["again with every piece", ["get_weather", "get_weather"]],
    ["longer every time", ["get", "get_weather"]],
  ])("a name that comes %s is whole", (_name, [first, second]) => {
    const body =
      tool({ index: 0, id: "a", function: { name: first, arguments: "" } }) +
      tool({ index: 0, function: { name: second, arguments: '{"x":1}' } });
    expect(readText(body + end).calls).toEqual([
      { id: "a", name: "get_weather", arguments: { x: 1 } },
    ]);
  });

  test("names and keys of the language's own objects are only names and keys", () => {
    const args = '{"__proto__":{"polluted":true},"constructor":1}';
    const body = tool({
      index: 0,
      id: "__proto__",
      function: { name: "constructor", arguments: args },
    });
    const [call] = readText(body + end).calls;
    expect(call).toMatchObject({ id: "__proto__", name: "constructor" });
    expect(JSON.stringify(call?.arguments)).toBe(args);
    expect("polluted" in {}).toBe(false);
  });

  test("an object in place of its text is taken as it is", () => {
    const body = tool({ index: 0, id: "a", function: { name: "one", arguments: { x: 1 } } });
    expect(readText(body + end).calls).toEqual([{ id: "a", name: "one", arguments: { x: 1 } }]);
  });

  test("128 calls at once are fine", () => {
    const body = Array.from({ length: 128 }, (_, index) =>
      tool({ index, id: `c${index}`, function: { name: "n", arguments: "{}" } }),
    ).join("");
    expect(readText(body + end).calls).toHaveLength(128);
  });

  test.each([-1, 1.5, 128, 2 ** 32, "0", {}])("the index %j is refused", (index) => {
    const body = tool({ index, id: "a", function: { name: "one", arguments: "{}" } });
    expect(readText(body + end)).toMatchObject({ problem: "malformed_stream", calls: [] });
  });

  test.each(["{", '{"x": tr', "[1]", "null", '"x"', '{"x":1}{"x":2}', '{"x":1,}', "x=1"])(
    "the arguments %s are unreadable, and a call beside them is not",
    (json) => {
      const body =
        tool({ index: 0, id: "a", function: { name: "one", arguments: json } }) +
        tool({ index: 1, id: "b", function: { name: "two", arguments: '{"x":1}' } });
      expect(readText(body + end)).toMatchObject({
        problem: undefined,
        calls: [
          { id: "a", name: "one", arguments: {}, unreadable: json },
          { id: "b", name: "two", arguments: { x: 1 } },
        ],
      });
    },
  );

  test.each([
    ["text", '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000)],
    ["an object", JSON.parse(`${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`) as object],
    ["a list", `{"a":${"[".repeat(300)}${"]".repeat(300)}}`],
  ])("arguments nested deeper than anything can walk through are unreadable: %s", (_form, args) => {
    const body = tool({ index: 0, id: "a", function: { name: "one", arguments: args } });
    const [call] = readText(body + end).calls;
    expect(call).toMatchObject({ arguments: {} });
    expect(call?.unreadable?.length).toBeLessThanOrEqual(2_000);
  });

  test("brackets within a text of the arguments are no nesting", () => {
    const args = { a: `${"[{".repeat(500)}"\\` };
    const json = JSON.stringify(args);
    const body = tool({ index: 0, id: "a", function: { name: "one", arguments: json } });
    expect(readText(body + end).calls).toEqual([{ id: "a", name: "one", arguments: args }]);
  });

  test.each([[{}], [{ name: "" }], [{ name: null }], [{ name: 5 }]])(
    "a call without a name is the model's mistake, not a broken answer: %j",
    (head) => {
      const body = tool({ index: 0, id: "a", function: { ...head, arguments: "{}" } });
      expect(readText(body + end)).toMatchObject({
        problem: undefined,
        calls: [{ id: "a", name: "", arguments: {} }],
      });
    },
  );

  test("an answer that was cut at its limit calls nothing, even if the arguments look whole", () => {
    const body = tool({ index: 0, id: "a", function: { name: "one", arguments: "{}" } });
    expect(readText(body + finish("length"))).toMatchObject({ reason: "length", calls: [] });
  });
});
