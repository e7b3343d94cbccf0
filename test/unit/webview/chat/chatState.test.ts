import { effect } from "@preact/signals";
import { expect, test } from "vitest";

import type { ChatEvent } from "../../../../src/shared/conversation/conversation.ts";
import { ChatState, type Delta } from "../../../../src/webview/page/state/chatState.ts";
import { answer, readyView, snapshot, userMessage } from "../../../support/fakeHost/builders.ts";

const delta = (text: string, part: "text" | "reasoning" = "text"): ChatEvent => ({
  kind: "partDelta",
  messageId: "m2",
  part,
  text,
});

function streaming(): { readonly state: ChatState; readonly deltas: Delta[] } {
  const state = new ChatState();
  const deltas: Delta[] = [];
  state.onDidGrow((grown) => deltas.push(grown));
  state.show(
    snapshot({ messages: [userMessage("m1", "Q"), answer("m2", "", { state: "streaming" })] }),
  );
  return { state, deltas };
}

test("the first text of a part redraws the message, more of it is only told", () => {
  const { state, deltas } = streaming();
  const message = state.message("m2");
  state.apply([delta("Hm", "reasoning")]);
  state.apply([delta("One")]);
  const drawn = message?.value;
  expect(drawn).toMatchObject({ parts: [{ kind: "reasoning" }, { kind: "text", text: "One" }] });
  state.apply([delta(" two"), delta(" three")]);
  expect(message?.value).toBe(drawn);
  expect(deltas).toEqual([
    { messageId: "m2", partIndex: 1, text: " two" },
    { messageId: "m2", partIndex: 1, text: " three" },
  ]);
  expect(state.latest("m2")).toMatchObject({ parts: [{}, { text: "One two three" }] });
});

test("the end of an answer redraws it with all its text", () => {
  const { state } = streaming();
  state.apply([
    delta("One"),
    delta(" two"),
    { kind: "answerEnded", messageId: "m2", state: "complete" },
  ]);
  expect(state.message("m2")?.value).toMatchObject({
    state: "complete",
    parts: [{ text: "One two" }],
  });
});

test("earlier messages come before the others, none twice", () => {
  const { state } = streaming();
  state.showEarlier({
    messages: [userMessage("m0", "Earlier"), userMessage("m1", "Q")],
    branches: { m0: { index: 0, count: 2 } },
    hasEarlier: true,
  });
  expect(state.messageIds.value).toEqual(["m0", "m1", "m2"]);
  expect(state.branches.value).toEqual({ m0: { index: 0, count: 2 } });
  expect(state.hasEarlier.value).toBe(true);
});

test("showing another conversation leaves nothing of the one before", () => {
  const { state } = streaming();
  state.show(snapshot({ conversationId: "c2", messages: [userMessage("n1", "Other")] }));
  expect(state.messageIds.value).toEqual(["n1"]);
  expect(state.message("m2")).toBe(undefined);
  expect(state.latest("m1")).toBe(undefined);
});

test("events about messages that are not shown change nothing", () => {
  const { state, deltas } = streaming();
  state.apply([{ kind: "partDelta", messageId: "nowhere", part: "text", text: "x" }]);
  expect(deltas).toEqual([]);
  expect(state.messageIds.value).toEqual(["m1", "m2"]);
});

test("what the messages show of the view state changes only with its own part", () => {
  const state = new ChatState();
  const seen: unknown[] = [];
  effect(() => {
    seen.push([state.modelName("m"), state.isRunning.value]);
  });
  const turn = { state: "running", messageId: "m2" } as const;
  state.view.value = { ...readyView, modelNames: { m: "Model" } };
  state.view.value = { ...readyView, modelNames: { m: "Model", other: "Other" } };
  state.view.value = { ...readyView, modelNames: { m: "Model" }, turn };
  state.view.value = { ...readyView, modelNames: { m: "Model" }, turn: { ...turn } };
  expect(seen).toEqual([
    ["m", false],
    ["Model", false],
    ["Model", true],
  ]);
});
