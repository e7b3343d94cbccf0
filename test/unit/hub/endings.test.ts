import { describe, expect, test } from "vitest";

import { delta, done, event, finish, noticesIn, readText, tool } from "../../support/answerText.ts";

const ended = (own: string, native: string): string =>
  event({ choices: [{ delta: {}, finish_reason: own, native_finish_reason: native }] }) + done;

const alternative = (index: number, content: string, reason: string | null = null): string =>
  event({ choices: [{ index, delta: { content }, finish_reason: reason }] });

const part = (fields: object): string => delta({ function_call: fields });

describe("only a known reason ends an answer without a word", () => {
  test.each(["pause_turn", "compaction", "in_progress"])("%s is a pause", (reason) => {
    expect(readText(delta({ content: "Hi" }) + finish(reason) + done)).toMatchObject({
      text: "Hi",
      problem: "paused",
      reason: undefined,
    });
  });

  test.each(["abort", "insufficient_system_resource", "network_error"])(
    "%s is an interruption",
    (reason) => {
      const body = delta({ content: "Hi" }) + tool({ index: 0, id: "a", function: { name: "n" } });
      expect(readText(body + finish(reason) + done)).toMatchObject({
        problem: "truncated",
        calls: [],
      });
    },
  );

  test.each(["MALFORMED_FUNCTION_CALL", "malformed_tool_use"])(
    "%s is a call of the model that was not run",
    (reason) => {
      const hi = delta({ content: "Hi" });
      const called = tool({ index: 0, id: "a", function: { name: "n", arguments: "{}" } });
      for (const body of [hi + called + finish(reason) + done, hi + ended("stop", reason)]) {
        expect(readText(body)).toMatchObject({
          reason: "tool_calls",
          problem: undefined,
          calls: [],
        });
        expect(noticesIn(body)).toEqual([{ kind: "call_not_run" }]);
      }
    },
  );

  test("an unknown reason is complete, with a notice that names it", () => {
    const body = delta({ content: "Hi" }) + finish("went_home") + done;
    expect(readText(body)).toMatchObject({ text: "Hi", reason: "went_home", problem: undefined });
    expect(noticesIn(body)).toEqual([{ kind: "unknown_end", hubCode: "went_home" }]);
  });

  test("a pause that a gateway translated is not lost, and an ordinary native reason says nothing", () => {
    const hi = delta({ content: "Hi" });
    expect(readText(hi + ended("length", "pause_turn")).problem).toBe("paused");
    expect(readText(hi + ended("stop", "pause_turn")).problem).toBe("paused");
    expect(readText(hi + ended("stop", "end_turn")).problem).toBeUndefined();
    expect(readText(hi + ended("length", "odd")).reason).toBe("length");
    expect(noticesIn(hi + ended("stop", "odd"))).toEqual([{ kind: "unknown_end", hubCode: "odd" }]);
    expect(noticesIn(hi + ended("tool_calls", "STOP") + done)).toEqual([{ kind: "call_not_run" }]);
  });

  test("an error behind the end takes nothing back and is told", () => {
    const late = event({ error: { code: "server_busy", message: "x" } });
    const body = delta({ content: "Hi" }) + finish("stop") + late + done;
    expect(readText(body)).toMatchObject({ text: "Hi", reason: "stop", problem: undefined });
    expect(noticesIn(body)).toMatchObject([{ kind: "late_error" }]);
  });
});

describe("what nobody can run or show is named", () => {
  test("an alternative beside the first one", () => {
    const body =
      alternative(0, "Hi") + alternative(1, "Ho") + alternative(2, "Ha") + finish("stop") + done;
    expect(readText(body).text).toBe("Hi");
    expect(noticesIn(body)).toEqual([{ kind: "unknown_content", hubCode: "choices[1]" }]);
  });

  test("an only answer is read whatever its number", () => {
    const body = alternative(1, "Ho") + alternative(1, "!", "stop") + done;
    expect(readText(body)).toMatchObject({ text: "Ho!", reason: "stop" });
    expect(noticesIn(body)).toEqual([]);
  });

  test("the end for calls of which none came", () => {
    expect(noticesIn(finish("tool_calls") + done)).toEqual([{ kind: "call_not_run" }]);
  });

  test("a call in the older form is a call", () => {
    const body = part({ name: "look", arguments: '{"a"' }) + part({ arguments: ":1}" });
    expect(readText(body + finish("function_call") + done)).toMatchObject({
      calls: [{ name: "look", arguments: { a: 1 } }],
      reason: "tool_calls",
    });
  });
});
