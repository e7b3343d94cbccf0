import { describe, expect, test } from "vitest";

import { mathAtStart, openMath } from "../../../../../src/webview/markdown/math/mathSyntax.ts";

describe("a formula begins a text", () => {
  test.each([
    ["$x^2$ and more", "x^2", false],
    ["$$\\int_0^1 x\\,dx$$", "\\int_0^1 x\\,dx", true],
    ["\\(n\\) is a number", "n", false],
    ["\\[a = b\\]", "a = b", true],
    ["$\\text{R\\$ 5}$", "\\text{R\\$ 5}", false],
    ["$5$", "5", false],
    ["$a$-th", "a", false],
  ])("%j", (text, tex, isDisplay) => {
    expect(mathAtStart(text)).toMatchObject({ tex, isDisplay });
  });
});

describe("no formula begins a text", () => {
  test.each([
    "$ 5 e R$ 6",
    "$5 e R$ 6",
    "$5 e R$6",
    "$5 and 6$ more",
    "$1.000 reais e 2$",
    "$HOME/bin:$PATH",
    "$x",
    "$$",
    "$$ $$",
    "\\(escaped brackets\\)",
    "\\[link\\]",
    "\\[\\\\\\]",
    `$${"x".repeat(5000)}$`,
  ])("%j", (text) => {
    expect(mathAtStart(text)).toBeUndefined();
  });
});

test.each([
  ["It is $x", true],
  ["It costs US$5", false],
  ["It costs R$ 5", false],
  ["It costs $5", false],
  ["It is $", true],
])("%j may still become a formula: %s", (text, isOpen) => {
  expect(openMath.test(text)).toBe(isOpen);
});
