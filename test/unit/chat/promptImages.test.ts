import { beforeEach, describe, expect, test } from "vitest";

import type { ChatSession } from "../../../src/chat/chatSession.ts";
import { answersOf, pictureOf, SessionLab } from "../../support/sessionLab.ts";

let lab: SessionLab;
let session: ChatSession;

beforeEach(async () => {
  lab = new SessionLab();
  ({ session } = await lab.open({ takesImages: (model) => model !== "blind" }));
});

const image = { type: "image", mimeType: "image/png", base64: "aWk=" };

describe("a picture with a message", () => {
  test("goes along before the words, and again with every later question", async () => {
    session.send("What is it?", [pictureOf("p1")], "m");
    const content = [image, { type: "text", text: "What is it?" }];
    expect(lab.call(0).request.messages.at(-1)).toEqual({ role: "user", content });
    await lab.call(0).answer("A cat.");
    session.send("Sure?", [], "m");
    expect(lab.call(1).request.messages.slice(1)).toEqual([
      { role: "user", content },
      { role: "assistant", content: "A cat." },
      { role: "user", content: "Sure?" },
    ]);
  });

  test("can be all there is", () => {
    session.send("", [pictureOf("p1")], "m");
    expect(lab.call(0).request.messages.at(-1)).toEqual({ role: "user", content: [image] });
  });

  test("is only named to a model that takes none", () => {
    session.send("What is it?", [pictureOf("p1", "cat.png")], "blind");
    expect(lab.call(0).request.messages.at(-1)).toEqual({
      role: "user",
      content: "[Image: cat.png]\n\nWhat is it?",
    });
  });

  test("is in what a preview shows, by the same rule", () => {
    const contents = [undefined, "m", "blind"].map(
      (model) => session.messagesFor("?", [pictureOf("p1")], model).at(-1)?.content,
    );
    expect(contents).toEqual([
      [image, { type: "text", text: "?" }],
      [image, { type: "text", text: "?" }],
      "[Image: p1.png]\n\n?",
    ]);
  });
});

test("reasoning is timed until the first text behind it", async () => {
  session.send("Q", [], "m");
  lab.clock.advance(400);
  await lab.call(0).say({ kind: "reasoningDelta", text: "hm" });
  lab.clock.advance(1000);
  await lab.call(0).say({ kind: "reasoningDelta", text: "hm" });
  lab.clock.advance(600);
  await lab.call(0).say({ kind: "textDelta", text: "A" });
  lab.clock.advance(5000);
  await lab
    .call(0)
    .say({ kind: "textDelta", text: "!" }, { kind: "finished", reason: "stop" }, "end");
  expect(answersOf(session)[0]).toMatchObject({
    firstTextMs: 400,
    reasoningMs: 1600,
    durationMs: 7000,
  });
  session.send("Q", [], "m");
  await lab.call(1).answer("A");
  expect(answersOf(session)[1]).not.toHaveProperty("reasoningMs");
});
