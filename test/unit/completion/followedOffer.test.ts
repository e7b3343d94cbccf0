import { expect, test } from "vitest";

import { FollowedOffer } from "../../../src/completion/followedOffer.ts";
import { TypingLab } from "../../support/typingLab.ts";

const file = "file:///w/a.ts";

function following(text: string): FollowedOffer {
  const offer = new FollowedOffer();
  offer.offered({ file, cursor: { line: 0, column: 5 }, text });
  return offer;
}

function typed(offer: FollowedOffer, column: number, text: string): string {
  return offer.changed(file, { start: { line: 0, column }, removed: 0, text });
}

test.each([
  ["(total)", "()"],
  ["[0]", "[]"],
  ['"text"', '""'],
  ["{ a }", "{}"],
])("typing along %j goes on where the editor writes %j at once", (text, pair) => {
  const offer = following(text);
  expect(typed(offer, 5, pair)).toBe("goesOn");
  expect(typed(offer, 6, text.slice(1, 2))).toBe("goesOn");
});

test("a pair that is offered is taken as a pair, and another one is a rejection", () => {
  expect(typed(following("()"), 5, "()")).toBe("taken");
  expect(typed(following("(total)"), 5, "[]")).toBe("rejected");
  expect(typed(following("total"), 5, "()")).toBe("rejected");
});

// Between brackets the editor writes the closer's line in the same change.
test.each(["\n  ", "\n  \n"])("nothing is asked within 500 ms of Enter: %j", async (written) => {
  const lab = new TypingLab({ answer: () => ({ pieces: ["return total;"] }) });
  lab.open("function sum() {|\n}\n");
  const offered = lab.press(written);
  await lab.pass(495);
  expect(lab.asked).toHaveLength(0);
  await lab.pass(500);
  expect((await offered)?.text).toBe("return total;");
});
