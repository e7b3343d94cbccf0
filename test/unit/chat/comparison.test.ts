import { beforeEach, expect, test } from "vitest";

import type { ChatSession } from "../../../src/chat/chatSession.ts";
import { siblingsOf } from "../../../src/shared/conversation/transcript.ts";
import { answersOf, pathOf, SessionLab, settle } from "../../support/sessionLab.ts";

let lab: SessionLab;
let session: ChatSession;

beforeEach(async () => {
  lab = new SessionLab();
  ({ session } = await lab.open());
});

const idOf = (model: string): string =>
  answersOf(session).find((one) => one.model === model)?.id ?? "";

test("several models are asked the same at once, and their answers stand beside each other", async () => {
  session.send("Q", [], "a", "b", "c");
  expect(lab.asked).toEqual(["a: Q", "b: Q", "c: Q"]);
  const answers = answersOf(session);
  expect(new Set(answers.map(({ comparisonId }) => comparisonId)).size).toBe(1);
  expect(answers[0]?.comparisonId).toBeDefined();
  expect(new Set(answers.map(({ parentId }) => parentId)).size).toBe(1);
  await lab.call(1).answer("B");
  expect(session.turn).toEqual({ state: "running", messageId: idOf("a") });
  await lab.call(0).answer("A");
  expect(session.turn).toEqual({ state: "running", messageId: idOf("c") });
  await lab.call(2).answer("C");
  expect(session.turn).toEqual({ state: "idle" });
  expect(answersOf(session).map(({ model, state }) => `${model} ${state}`)).toEqual([
    "a complete",
    "b complete",
    "c complete",
  ]);
});

test("the conversation goes on from the answer that is kept; the others stay as branches", async () => {
  session.send("Q", [], "a", "b");
  await lab.call(0).answer("A");
  await lab.call(1).answer("B");
  expect(session.send("next", [], "m")).toEqual({ ok: false, reason: "undecided" });
  expect(session.keepAnswer(idOf("a"))).toEqual({ ok: true });
  expect(pathOf(session)).toEqual(["Q", "A"]);
  expect(answersOf(session).map(({ comparisonId }) => comparisonId)).toEqual([
    undefined,
    undefined,
  ]);
  session.send("next", [], "m");
  expect(
    lab
      .call(2)
      .request.messages.map(({ content }) => content)
      .slice(1),
  ).toEqual(["Q", "A", "next"]);
  session.stop();
  session.selectBranch(idOf("a"), 1);
  expect(pathOf(session)).toEqual(["Q", "B"]);
});

test("keeping one stops those that still come, and not the one that is kept", async () => {
  session.send("Q", [], "a", "b", "c");
  await lab.call(0).answer("A");
  await lab.call(1).say({ kind: "textDelta", text: "B" });
  session.keepAnswer(idOf("b"));
  expect(lab.calls.map(({ options }) => options.signal.aborted)).toEqual([false, false, true]);
  await lab
    .call(1)
    .say({ kind: "textDelta", text: "!" }, { kind: "finished", reason: "stop" }, "end");
  expect(pathOf(session)).toEqual(["Q", "B!"]);
});

test("stop ends all of them", async () => {
  session.send("Q", [], "a", "b");
  await lab.call(0).say({ kind: "textDelta", text: "A" });
  session.stop();
  expect(session.turn).toEqual({ state: "idle" });
  expect(answersOf(session).map(({ state }) => state)).toEqual(["stopped", "stopped"]);
});

test("an answer that is there can be compared: what was there stays a branch of its own", async () => {
  session.send("Q", [], "a");
  await lab.call(0).answer("A");
  expect(session.regenerate(idOf("a"), "b", "c")).toEqual({ ok: true });
  await lab.call(1).answer("B");
  await lab.call(2).answer("C");
  session.keepAnswer(idOf("c"));
  const kept = answersOf(session).at(-1);
  expect(kept && siblingsOf(session.conversation, kept)).toHaveLength(3);
  expect(pathOf(session)).toEqual(["Q", "C"]);
});

test("a comparison is still open after a restart", async () => {
  session.send("Q", [], "a", "b");
  await lab.call(0).answer("A");
  await lab.call(1).answer("B");
  await session.close();
  const again = await lab.open();
  expect(again.session.send("next", [], "m")).toEqual({ ok: false, reason: "undecided" });
  again.session.keepAnswer(idOf("b"));
  expect(pathOf(again.session)).toEqual(["Q", "B"]);
});

test("what is no compared answer cannot be kept", async () => {
  session.send("Q", [], "a");
  await lab.call(0).answer("A");
  expect(session.keepAnswer(idOf("a"))).toEqual({ ok: false, reason: "notFound" });
  expect(session.keepAnswer("nobody")).toEqual({ ok: false, reason: "notFound" });
});

test("answers of a comparison call no tools; others may", async () => {
  const withTools: string[] = [];
  ({ session } = await lab.open({
    answering: () => (request) => {
      withTools.push(request.model);
      return lab.call(0).stream();
    },
  }));
  session.send("Q", [], "a", "b");
  expect(withTools).toEqual([]);
  session.stop();
  session.keepAnswer(idOf("a"));
  session.send("next", [], "c");
  expect(withTools).toEqual(["c"]);
  await settle();
});
