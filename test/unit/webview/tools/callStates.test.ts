import { describe, expect, test } from "vitest";

import type {
  AnswerState,
  AssistantMessage,
  ToolCallPart,
  ToolCallState,
} from "../../../../src/shared/conversation/conversation.ts";
import { callStates, shownState, stateNote } from "../../../../src/webview/tools/callStates.ts";
import { en } from "../../../../src/webview/words/en/en.ts";
import { ptBr } from "../../../../src/webview/words/ptBr/ptBr.ts";

interface Moment {
  readonly call: ToolCallState;
  readonly hasCard?: true;
  readonly answer?: AnswerState;
}

function shown({ call, hasCard, answer = "streaming" }: Moment): string {
  // Sound: only the two states are read.
  const message = { state: answer } as AssistantMessage;
  const part = { state: call } as ToolCallPart;
  return callStates[shownState({ message, part }, hasCard === true)].word(en);
}

const queued: Moment = { call: "waiting" };
const asked: Moment = { call: "waiting", hasCard: true };
const runs: Moment = { call: "running" };
const ends = ["done", "refused", "failed", "unknown"] as const;
const endWords = ["Done", "Not done", "Failed", "Outcome unknown: check before you try again"];

describe("the state of a call is told as it is, along each way that a call can go:", () => {
  test.each([
    ["without a card", [queued, runs], ["Next", "Running"]],
    ["with a card", [queued, asked, queued, runs], ["Next", "Waits for you", "Next", "Running"]],
    [
      "with a card while it is prepared",
      [runs, { ...runs, hasCard: true }],
      ["Running", "Waits for you"],
    ],
  ] as const)("%s", (_name, way, words) => {
    expect(way.map(shown)).toEqual(words);
    expect(ends.map((call) => shown({ call }))).toEqual(endWords);
  });

  test.each(["complete", "incomplete", "stopped", "failed"] as const)(
    "where the answer is %s before the call",
    (answer) => {
      expect([queued, asked].map((moment) => shown({ ...moment, answer }))).toEqual([
        "Not done",
        "Not done",
      ]);
      expect(shown({ ...runs, answer })).toBe("Outcome unknown: check before you try again");
      expect(ends.map((call) => shown({ call, answer }))).toEqual(endWords);
    },
  );
});

test("each state has a word of its own in both languages, and an icon or the tool's own", () => {
  const looks = Object.values(callStates);
  for (const words of [en, ptBr]) {
    expect(new Set(looks.map(({ word }) => word(words))).size).toBe(looks.length);
  }
  expect(looks.flatMap(({ icon }) => icon ?? []).length).toBe(looks.length - 2);
  expect(stateNote(en, "next")).toBe("Next");
  expect([stateNote(en, "running"), stateNote(en, "done")]).toEqual(["", ""]);
});
