import * as fc from "fast-check";
import { expect, test } from "vitest";

import { visiblePieces, visibleText } from "../../../src/shared/text/visibleText.ts";

test.each([
  ["pão de queijo – 5 €", "pão de queijo – 5 €"],
  ["a\tb\nc\u0000", "a⟨U+0009⟩b⟨U+000A⟩c⟨U+0000⟩"],
  ["abc\u202Edef\u2066", "abc⟨U+202E⟩def⟨U+2066⟩"],
  ["5\u200B0", "5⟨U+200B⟩0"],
  ["1\u00A0000\u3000", "1⟨U+00A0⟩000⟨U+3000⟩"],
  ["x\u{E0041}\u{E0042}", "x⟨U+E0041⟩⟨U+E0042⟩"],
  ["\uFEFFa\u3164\u2800", "⟨U+FEFF⟩a⟨U+3164⟩⟨U+2800⟩"],
  ["\uD800", "⟨U+D800⟩"],
])("%j is shown as %s", (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test("nothing is lost: the pieces are the text, with each hidden character under its code", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 100 }), (text) => {
      const restored = visiblePieces(text)
        .map(({ text: piece, isMark }) =>
          isMark ? String.fromCodePoint(Number.parseInt(piece.slice(2), 16)) : piece,
        )
        .join("");
      expect(restored).toBe(text);
    }),
  );
});
