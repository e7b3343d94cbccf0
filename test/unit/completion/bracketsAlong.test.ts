import { expect, test } from "vitest";

import { type Answering, TypingLab } from "../../support/typingLab.ts";

function answering(text: string): () => Answering {
  return () => ({ pieces: [text], delayMs: 200 });
}

test("brackets that are typed along an answer stay its own to close, whatever closes below", async () => {
  const answer = "ad({ one, two }) => [one, two]";
  const lab = new TypingLab({ answer: answering(answer) });
  lab.open("function outer() {\n  const made = re|\n  if (made) {\n  }\n}\n}\n");
  await lab.key("");
  for (const [index, sign] of Array.from(answer).slice(0, -1).entries()) {
    const offer = await lab.press(sign);
    expect(offer?.text).toBe(answer.slice(index + 1));
  }
  expect(lab.asked).toHaveLength(1);
});

test("closing brackets that the editor adds behind a typed one are not offered twice", async () => {
  const lab = new TypingLab({ answer: answering("ad(one, two)") });
  lab.open("const made = re|\n}\n");
  await lab.key("");
  await lab.press("a");
  await lab.press("d");
  const pressed = lab.press("(");
  lab.close(")");
  await pressed;
  expect(await lab.look()).toEqual({ text: "one, two", replaces: 0 });
});
