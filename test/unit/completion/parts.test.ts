import { describe, expect, test } from "vitest";

import { Memory, placeOf } from "../../../src/completion/memory.ts";
import { chooseSnippets, likeliestWindow, namesIn } from "../../../src/completion/snippets.ts";
import { linesOf } from "../../../src/completion/textLines.ts";
import { windowAround } from "../../../src/completion/tokenWindow.ts";
import { Limits, AskFailure } from "../../../src/completion/usage/limits.ts";
import { Pace } from "../../../src/completion/usage/pace.ts";
import { costOf, withRequest } from "../../../src/completion/usage/spent.ts";
import { estimateTokens } from "../../../src/shared/text/tokenEstimate.ts";

const long = Array.from({ length: 600 }, (_, index) => `  const value${index} = make(${index});`);

describe("the window", () => {
  const lines = linesOf(["import { make } from './make';", ...long].join("\n"));

  test("has whole lines on both sides, three to one, and the imports first", () => {
    const { prefix, suffix } = windowAround(lines, { line: 300, column: 8 }, { tokens: 1_500 });
    expect(prefix.startsWith("import { make } from './make';\n  const value")).toBe(true);
    expect(prefix.endsWith("\n  const ")).toBe(true);
    expect(suffix.split("\n")[0]).toBe("value299 = make(299);");
    const [before, after] = [estimateTokens(prefix), estimateTokens(suffix)];
    expect(before + after).toBeLessThanOrEqual(1_500);
    expect(before / after).toBeGreaterThan(2);
  });

  test("an import over several lines comes whole", () => {
    const text = ["import {", "  make,", "  other,", '} from "./make";', "", ...long].join("\n");
    const { prefix } = windowAround(linesOf(text), { line: 300, column: 8 }, { tokens: 1_500 });
    expect(prefix).toMatch(
      /^import \{\n {2}make,\n {2}other,\n\} from "\.\/make";\n {2}const value/u,
    );
  });

  test("its upper edge moves in steps of 32 lines, so that prompts begin alike", () => {
    const firsts = Array.from({ length: 32 }, (_, index) => {
      const cursor = { line: 300 + index, column: 8 };
      return windowAround(lines, cursor, { tokens: 1_500 }).first;
    });
    expect(new Set(firsts).size).toBeLessThanOrEqual(2);
    expect(firsts.every((first) => first % 32 === 0)).toBe(true);
  });

  test("a line of a megabyte is cut at both ends", () => {
    const minified = linesOf("x".repeat(1_000_000));
    const { prefix, suffix } = windowAround(
      minified,
      { line: 0, column: 500_000 },
      { tokens: 1_000 },
    );
    expect(prefix.length + suffix.length).toBeLessThan(8_000);
  });

  test("CRLF, tabs and emoji at the cursor come through", () => {
    const text = linesOf("a\r\n\tb 😀c\r\nd");
    expect(windowAround(text, { line: 1, column: 5 }, { tokens: 500 })).toMatchObject({
      prefix: "a\n\tb 😀",
      suffix: "c\nd",
    });
  });
});

test("an answer is found again after its emoji was typed", () => {
  const memory = new Memory();
  memory.add(placeOf("f", linesOf("const a = "), { line: 0, column: 10 }), '"😀é";', 0);
  const typed = linesOf('const a = "😀');
  const found = memory.find("f", typed, { line: 0, column: 13 }, 1);
  expect(found?.typed).toBe(3);
});

test("the memory forgets after five minutes, and keeps a hundred answers", () => {
  const memory = new Memory();
  const cursor = { line: 0, column: 3 };
  for (let index = 0; index < 120; index += 1) {
    memory.add(placeOf(`f${index}`, linesOf("abc"), cursor), "defg", 0);
  }
  expect(memory.find("f0", linesOf("abc"), cursor, 1)).toBeUndefined();
  expect(memory.find("f119", linesOf("abc"), cursor, 1)).toBeDefined();
  expect(memory.find("f119", linesOf("abc"), cursor, 300_000)).toBeUndefined();
});

test("the wait follows the person's speed between 100 and 400 ms, and doubles after three rejections", () => {
  const pace = new Pace();
  expect(pace.waitMs(false)).toBeCloseTo(220);
  for (let now = 0; now < 5_000; now += 50) {
    pace.key(now);
  }
  expect(pace.waitMs(false)).toBe(100);
  for (let now = 10_000; now < 60_000; now += 500) {
    pace.key(now);
  }
  expect(pace.waitMs(true)).toBe(400);
  pace.rejected();
  pace.rejected();
  expect(pace.waitMs(true)).toBe(400);
  pace.rejected();
  expect(pace.waitMs(true)).toBe(800);
  pace.accepted();
  expect(pace.waitMs(true)).toBe(400);
});

describe("the limits", () => {
  const idle = { isChatRunning: false };

  test("let bursts of six and thirty a minute through", () => {
    const limits = new Limits();
    const taken = (now: number): boolean => limits.take(now, idle, false) === undefined;
    expect(Array.from({ length: 10 }, () => taken(0)).filter(Boolean)).toHaveLength(6);
    const minute = Array.from({ length: 599 }, (_, index) => taken((index + 1) * 100));
    expect(minute.filter(Boolean)).toHaveLength(24);
    const next = Array.from({ length: 600 }, (_, index) => taken((index + 600) * 100));
    expect(next.filter(Boolean)).toHaveLength(30);
  });

  test("say how long none may be sent", () => {
    const limits = new Limits();
    const take = (now: number): unknown => limits.take(now, idle, false);
    for (let count = 0; count < 6; count += 1) {
      take(0);
    }
    expect([limits.waitMs(0), limits.waitMs(1_500), limits.waitMs(2_000)]).toEqual([2_000, 500, 0]);
    const reasons = Array.from({ length: 590 }, (_, index) => take((index + 1) * 100));
    expect(reasons.at(-1)).toBe("rate");
    expect(limits.waitMs(59_000)).toBe(1_000);
    expect(take(60_000)).toBeUndefined();
  });

  test("are at most what the hub allows", () => {
    const limits = new Limits();
    const few = { ...idle, hubPerMinute: 12 };
    const taken = Array.from({ length: 600 }, (_, index) => limits.take(index * 100, few, false));
    expect(taken.filter((reason) => reason === undefined).length).toBeLessThanOrEqual(12);
  });

  test("leave the chat its share while it answers, and when few requests are left", () => {
    const limits = new Limits();
    const busy = { isChatRunning: true };
    const taken = Array.from({ length: 600 }, (_, index) => limits.take(index * 100, busy, false));
    expect(taken.filter((reason) => reason === undefined).length).toBeLessThanOrEqual(10);
    const other = new Limits();
    other.heard(0, { limit: 60, remaining: 11 });
    expect(other.take(1, idle, false)).toBe("chatFirst");
    other.heard(2, { limit: 60, remaining: 20 });
    expect(other.take(3, idle, false)).toBeUndefined();
  });

  test("after two failures of the hub wait 30 s, then longer, at most ten minutes", () => {
    const limits = new Limits();
    const failure = new AskFailure("server");
    limits.failed(0, failure);
    expect(limits.take(1, idle, false)).toBeUndefined();
    limits.failed(0, failure);
    expect(limits.waitMs(0)).toBe(30_000);
    limits.failed(0, failure);
    expect(limits.waitMs(0)).toBe(60_000);
    for (let count = 0; count < 10; count += 1) {
      limits.failed(0, failure);
    }
    expect(limits.waitMs(0)).toBe(600_000);
  });

  test("at 80 % of a budget only what the person asks for is sent", () => {
    const limits = new Limits();
    const tight = { ...idle, budgetUsed: 0.8 };
    expect(limits.take(0, tight, false)).toBe("budget");
    expect(limits.take(0, tight, true)).toBeUndefined();
  });

  test("a refusal holds until the token, the hub or the model changes", () => {
    const limits = new Limits();
    limits.failed(0, new AskFailure("refused"));
    expect(limits.take(1e9, idle, true)).toBe("refused");
    limits.opened("denied");
    limits.opened("budget");
    expect(limits.take(1e9, idle, true)).toBe("refused");
    limits.renew();
    expect(limits.take(1e9, idle, true)).toBeUndefined();
  });

  test("what the policy or a budget refused is asked again when that says so", () => {
    const limits = new Limits();
    for (const kind of ["denied", "budget"] as const) {
      limits.failed(0, new AskFailure(kind));
      expect(limits.take(1e9, idle, true)).toBe(kind);
      limits.opened(kind === "denied" ? "budget" : "denied");
      expect(limits.take(1e9, idle, true)).toBe(kind);
      limits.opened(kind);
      expect(limits.take(1e9, idle, false)).toBeUndefined();
    }
  });
});

describe("snippets", () => {
  test("fit, the better kinds first, in an order of their own, each once", () => {
    const chosen = chooseSnippets(
      [
        { kind: "tab", path: "z.ts", text: "const a = 1;" },
        { kind: "index", path: "b.ts", text: "export const a = 1;" },
        { kind: "edited", path: "a.ts", text: "const other = 2;" },
        { kind: "tab", path: "c.ts", text: "x ".repeat(500) },
      ],
      { tokens: 100, isAllowed: (text) => !text.includes("secret") },
    );
    expect(chosen.map(({ path }) => path)).toEqual(["a.ts", "b.ts"]);
  });

  test("the window of a tab with most names of the cursor's surroundings is taken", () => {
    const names = namesIn("customer.invoice(total, currency)");
    const far = Array.from({ length: 200 }, () => "nothing");
    const text = [...far, "function invoice(customer, total, currency) {}", ...far].join("\n");
    const window = likeliestWindow(text, names);
    expect(window?.text.split("\n")[window.best]).toContain("function invoice");
    expect(likeliestWindow(far.join("\n"), names)).toBeUndefined();
  });

  test("the window of a tab that does not fit is cut to whole lines around its best line", () => {
    const names = namesIn("customer.invoice(total, currency)");
    const lines = Array.from({ length: 60 }, (_, line) => `  const value${line} = read(${line});`);
    lines[40] = "  return invoice(customer, total, currency);";
    const window = likeliestWindow(lines.join("\n"), names);
    const tab = { kind: "tab" as const, path: "a.ts", ...(window ?? { text: "", best: 0 }) };
    const chosenOf = (tokens: number): string | undefined =>
      chooseSnippets([tab], { tokens, isAllowed: () => true })[0]?.text;
    expect(chosenOf(375.5)?.split("\n")).toEqual(lines.slice(17));
    expect(estimateTokens(chosenOf(375.5) ?? "")).toBeLessThanOrEqual(367);
    expect(estimateTokens(chosenOf(375.5) ?? "")).toBeGreaterThan(340);
    expect(chosenOf(2_000)).toBe(lines.join("\n"));
    expect(chosenOf(30)).toBeUndefined();
  });

  test("a best line that is too long for its budget takes nothing else along", () => {
    const text = ["const a = 1;", `invoice(${"x, ".repeat(2_000)})`, "const b = 2;"].join("\n");
    const tab = { kind: "tab" as const, path: "a.ts", text, best: 1 };
    expect(chooseSnippets([tab], { tokens: 375, isAllowed: () => true })).toEqual([]);
  });
});

test("the day's sums start anew with the day", () => {
  const one = withRequest(undefined, "2026-11-22", { tokens: 100, cost: 0.1 });
  expect(withRequest(one, "2026-11-22", { tokens: 1, cost: 0 })).toMatchObject({
    requests: 2,
    tokens: 101,
  });
  expect(withRequest(one, "2026-11-23", { tokens: 1, cost: 0 }).requests).toBe(1);
  expect(costOf({ prompt: 1_000, completion: 10 }, { input: "0.000001" })).toBeCloseTo(0.001);
});
