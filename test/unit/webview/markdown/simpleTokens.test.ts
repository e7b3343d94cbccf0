import * as fc from "fast-check";
import { Lexer } from "marked";
import { expect, test } from "vitest";

import { simpleTokens } from "../../../../src/webview/markdown/inline/simpleTokens.ts";
import { mathExtension } from "../../../../src/webview/markdown/math/mathSyntax.ts";

const signs = Array.from("*_`~[]()<>!&$@\\:.,-'| \naZé9");
const marks = ["**", "``", "$$", "www.", "://", "http://", "https://a.example/x_y", "a@b.example"];
const code = ["`code`", "` spaced `", "`a*b`", "`$x`", "$y$", "&amp;", "word", "two words", "a_b"];
const emphasis = [
  "**bold**",
  "*it*",
  "**a-b, c.**",
  "**www.a.example**",
  "_u_",
  "~~s~~",
  "**a*b**",
];
const links = [
  "[label](https://a.example/x?y=1#z)",
  "[a b](http://a.example)",
  "[www.a](https://a.example)",
  "[label]",
  "[label](",
  "](https://a.example)",
  "[^1]",
  "[x](/path)",
  "![a](https://a.example)",
];
const snippets = [...signs, ...marks, ...code, ...emphasis, ...links];

test("what is read as simple has the tokens that marked gives it", () => {
  const text = fc.array(fc.constantFrom(...snippets), { minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(text, (parts) => {
      const source = parts.join("");
      const tokens = simpleTokens(source);
      const lexer = new Lexer({ gfm: true, extensions: mathExtension });
      expect(tokens ?? []).toEqual(tokens ? lexer.inlineTokens(source) : []);
    }),
    { numRuns: 10_000 },
  );
});

test("code, emphasis and links between words are simple", () => {
  const text =
    "Set `max-age` to **ten minutes**, *not less*, see [the guide](https://a.example/x_y?z=1).";
  expect(simpleTokens(text)?.map(({ type }) => type)).toEqual(
    "text codespan text strong text em text link text".split(" "),
  );
});
