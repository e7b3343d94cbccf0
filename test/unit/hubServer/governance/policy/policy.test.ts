import { describe, expect, test } from "vitest";

import {
  type TokenWish,
  wishOf,
  withRealLimit,
} from "../../../../../src/hubServer/governance/budgets/tokenWish.ts";
import { withParameters } from "../../../../../src/hubServer/governance/policy/policy.ts";
import { openPolicy as policy } from "../../../../../src/hubServer/store/builtInRecords.ts";
import type { ModelPolicy } from "../../../../../src/hubServer/store/records.ts";
import { matchesPattern } from "../../../../../src/shared/text/namePatterns.ts";

describe("a pattern", () => {
  test.each([
    ["gpt-5", "gpt-5", true],
    ["gpt-5", "gpt-5-mini", false],
    ["*", "", true],
    ["gpt-*", "gpt-", true],
    ["gpt-*", "my-gpt-5", false],
    ["*-mini", "gpt-5-mini", true],
    ["*-mini", "gpt-mini-5", false],
    ["a*b*c", "a-b-b-c", true],
    ["a*b*c", "a-c-b", false],
    ["ab*ba", "aba", false],
    ["**", "anything", true],
    ["*.+?(", "x.+?(", true],
    ["GPT*", "gpt-5", false],
  ])("%s for %s: %s", (pattern, text, expected) => {
    expect(matchesPattern(pattern, text)).toBe(expected);
  });

  test("agrees with a regular expression of the same meaning", () => {
    const texts = words(["a", "b"], 6);
    for (const pattern of words(["a", "b", "*"], 5)) {
      const regex = new RegExp(`^${pattern.replaceAll("*", ".*")}$`, "u");
      for (const text of texts) {
        expect([pattern, text, matchesPattern(pattern, text)]).toEqual([
          pattern,
          text,
          regex.test(text),
        ]);
      }
    }
  });
});

/** All words of these letters up to a length. */
function words(letters: readonly string[], length: number): readonly string[] {
  return length === 0
    ? [""]
    : ["", ...letters.flatMap((letter) => words(letters, length - 1).map((word) => letter + word))];
}

describe("the parameters of a policy", () => {
  test("a cap lowers what is higher and what is no number, and sets nothing that is absent", () => {
    const capped = { ...policy, capped: { temperature: 0.5, n: 1, top_p: 1 } };
    const fields = { temperature: "2", n: 3, top_p: null, model: "gpt" };
    expect(withParameters(fields, capped, "openai")).toEqual({
      temperature: 0.5,
      n: 1,
      top_p: null,
      model: "gpt",
    });
  });

  test("a parameter that the other format calls otherwise is meant too", () => {
    const forced = { ...policy, forced: { stop: ["END"] }, capped: { max_tokens: 10 } };
    expect(withParameters({ max_completion_tokens: 99 }, forced, "openai")).toEqual({
      max_completion_tokens: 10,
      stop: ["END"],
    });
    expect(withParameters({ max_tokens: 99 }, forced, "anthropic")).toEqual({
      max_tokens: 10,
      stop_sequences: ["END"],
    });
  });

  test("neither what is asked nor of whom can be forced", () => {
    const forced = { ...policy, forced: { model: "other", messages: [], stream: false } };
    const fields = { model: "gpt", messages: [1], stream: true };
    expect(withParameters(fields, forced, "openai")).toBe(fields);
  });

  test("embeddings get only what embeddings have", () => {
    const forced = { ...policy, forced: { temperature: 0, dimensions: 256 } };
    expect(withParameters({ input: "x" }, forced, "embeddings")).toEqual({
      input: "x",
      dimensions: 256,
    });
  });
});

function wish(fields: object, limits: Partial<ModelPolicy> = {}): TokenWish {
  const call = { format: "openai", maxOutputTokens: undefined } as const;
  return wishOf(call, { ...fields }, { policy: { ...policy, ...limits }, model: undefined });
}

describe("the tokens that a request wishes", () => {
  test("are what is asked, within every limit", () => {
    expect(wish({ max_tokens: 500 })).toEqual({
      tokens: 500,
      choices: 1,
      isOpen: false,
      isLimited: true,
    });
    expect(wish({ max_tokens: 9, max_completion_tokens: 7 }).tokens).toBe(7);
    expect(wish({ max_tokens: 500 }, { capped: { max_completion_tokens: 20 } }).tokens).toBe(20);
    expect(wish({}, { maxOutputTokens: 100 })).toMatchObject({
      tokens: 100,
      isOpen: false,
      isLimited: false,
    });
    expect(wish({})).toMatchObject({ tokens: 32_768, isOpen: true, isLimited: false });
  });

  test("are those of all choices together", () => {
    expect(wish({ max_tokens: 500, n: 3 })).toMatchObject({ tokens: 1_500, choices: 3 });
    expect(wish({ max_tokens: 1e7, n: 1e9 })).toMatchObject({ tokens: 1e7, choices: 128 });
    expect(wish({ max_tokens: 5, n: -2 })).toMatchObject({ tokens: 5, choices: 1 });
  });

  test.each([1e308 * 10, -5, 0, 0.5, Number.NaN, "many", null])(
    "are a whole number of at least one for max_tokens %s",
    (asked) => {
      const { tokens } = wish({ max_tokens: asked });
      expect(Number.isInteger(tokens) && tokens >= 1 && tokens <= 32_768).toBe(true);
    },
  );

  test.each([0, -1])("are those of a request without a limit for max_tokens %i", (asked) => {
    expect(wish({ max_tokens: asked })).toEqual(wish({}));
    expect(withRealLimit({ max_tokens: asked, n: 1 }, 70)).toEqual({ max_tokens: 70, n: 1 });
  });

  test.each([
    [{ max_tokens: 5 }, 70],
    [{ max_tokens: -1 }, Infinity],
  ])("leave %o as it is where %d is granted", (fields, granted) => {
    expect(withRealLimit(fields, granted)).toBe(fields);
  });

  test("are none for what makes no answer", () => {
    const counting = { format: "anthropic", maxOutputTokens: 0 } as const;
    expect(wishOf(counting, {}, { policy, model: undefined }).tokens).toBe(0);
  });

  test("are none for embeddings", () => {
    expect(
      wishOf({ format: "embeddings", maxOutputTokens: 0 }, {}, { policy, model: undefined }).tokens,
    ).toBe(0);
  });
});
