import { beforeEach, expect, test } from "vitest";

import type { ChatSession } from "../../../src/chat/chatSession.ts";
import { HubError } from "../../../src/hub/errors/hubError.ts";
import type { StreamEvent } from "../../../src/hub/wire/chatTypes.ts";
import type { AssistantMessage } from "../../../src/shared/conversation/conversation.ts";
import { visiblePath } from "../../../src/shared/conversation/transcript.ts";
import { SessionLab } from "../../support/sessionLab.ts";

let lab: SessionLab;
let session: ChatSession;

beforeEach(async () => {
  lab = new SessionLab();
  ({ session } = await lab.open());
});

const half: StreamEvent = { kind: "textDelta", text: "Half" };
const finished: StreamEvent = { kind: "finished", reason: "stop" };

function answer(): AssistantMessage {
  const last = visiblePath(session.conversation).at(-1);
  if (last?.role !== "assistant") {
    throw new Error("There is no answer");
  }
  return last;
}

test("an answer that the model paused is incomplete and can be continued", async () => {
  session.send("Hi", [], "m");
  await lab.call(0).say(half, new HubError({ kind: "paused", hubCode: "pause_turn" }));
  expect(answer()).toMatchObject({ state: "incomplete", failure: { kind: "paused" } });
  expect(session.continueAnswer(answer().id, "m")).toEqual({ ok: true });
});

test("an answer of nothing is not complete, and a continuation that adds nothing is", async () => {
  session.send("Hi", [], "m");
  await lab.call(0).say(finished, "end");
  expect(answer()).toMatchObject({ state: "incomplete", failure: { kind: "empty_answer" } });
  session.regenerate(answer().id, "m");
  await lab.call(1).say(half, new HubError({ kind: "truncated" }));
  session.continueAnswer(answer().id, "m");
  await lab.call(2).say(finished, "end");
  expect(answer()).toMatchObject({ state: "complete" });
});

test("a call of a tool that was not offered is named, and the answer is not complete", async () => {
  session.send("Hi", [], "m");
  const stray = { id: "a", name: "launch", arguments: {} };
  await lab
    .call(0)
    .say({ kind: "toolCall", call: stray }, { kind: "finished", reason: "tool_calls" }, "end");
  expect(answer()).toMatchObject({
    state: "incomplete",
    notices: [{ kind: "call_not_run", hubCode: "launch" }],
  });
});

test("an error of the service behind the hub after the first words broke the answer off", async () => {
  const failed = new HubError({ kind: "upstream_error", httpStatus: 200, raw: "Gone" });
  session.send("Hi", [], "m");
  await lab.call(0).say(failed);
  expect(answer()).toMatchObject({ state: "failed", failure: { kind: "upstream_error" } });
  session.regenerate(answer().id, "m");
  await lab.call(1).say(half, failed);
  expect(answer()).toMatchObject({
    state: "incomplete",
    failure: { kind: "truncated", raw: "Gone" },
  });
});
