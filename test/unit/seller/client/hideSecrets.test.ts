import { expect, test } from "vitest";

import { hideSecrets } from "../../../../src/seller/client/hideSecrets.ts";

test("an empty or tiny secret blanks nothing out", () => {
  expect(hideSecrets("a list of 1", ["", "a", "1", "of"])).toBe("a list of 1");
});

test("a short secret is hidden as a whole word, and no other word with it", () => {
  expect(hideSecrets('{"client_secret":"abc","x":["abc1","dabc","a_abc"]}', ["abc"])).toBe(
    '{"client_secret":"***","x":["abc1","dabc","a_abc"]}',
  );
  const escaped = String.raw`secret%3Dabc%26 "secret:\nabc" "secret\u003dabc" senha=a$c. a$cé`;
  expect(hideSecrets(escaped, ["abc", "a$c"])).toBe(
    String.raw`secret%3D***%26 "secret:\n***" "secret\u003d***" senha=***. a$cé`,
  );
  expect(hideSecrets(btoa("12345"), ["12345"])).toBe("***=");
});

test("a secret that is long enough is hidden inside words, too", () => {
  expect(hideSecrets("xlong-enoughx abc", ["long-enough", "abc"])).toBe("x***x ***");
});

test("a short secret is hidden in each spelling that a longer one is hidden in", () => {
  const spellings = String.raw`"a\/bc" <s>a&amp;b</s> ${btoa("~~?>").replaceAll("+", "-").replaceAll("/", "_")}`;
  expect(hideSecrets(spellings, ["a/bc", "a&b", "~~?>"])).toBe(String.raw`"***" <s>***</s> ***==`);
});
