import { expect, test } from "vitest";

import { BoxWriting } from "../../../../src/extension/editing/commit/boxWriting.ts";

interface Box {
  value: string;
}

async function* answer(...deltas: readonly (string | (() => void))[]): AsyncGenerator<string> {
  for (const delta of deltas) {
    if (typeof delta === "string") {
      yield await Promise.resolve(delta);
    } else {
      delta();
    }
  }
}

function fail(): void {
  throw new Error("cut");
}

const { signal } = new AbortController();

test("what the editor tells back late is not taken for somebody's typing", async () => {
  const box: Box = { value: "mine" };
  const writing = new BoxWriting(box);
  const echo = (): void => {
    box.value = "fix:";
  };
  await writing.write(answer("fix: ", "close ", echo, "the file"), signal);
  expect({ text: writing.end(), isWhole: writing.isWhole, box: box.value }).toEqual({
    text: "fix: close the file",
    isWhole: true,
    box: "fix: close the file",
  });
});

test("what somebody types meanwhile stays, and nothing more is written", async () => {
  const box: Box = { value: "" };
  const writing = new BoxWriting(box);
  const type = (): void => {
    box.value = "fix: no";
  };
  await writing.write(answer("fix: ", type, "close"), signal);
  expect({ text: writing.end(), isWhole: writing.isWhole }).toEqual({
    text: "fix: no",
    isWhole: false,
  });
});

test("an answer that is stopped or fails leaves what was there before", async () => {
  const box: Box = { value: "mine" };
  const stopped = new AbortController();
  const writing = new BoxWriting(box);
  await writing.write(
    answer("fix: ", () => stopped.abort(), "close"),
    stopped.signal,
  );
  expect([writing.end(), box.value]).toEqual(["mine", "mine"]);
  const failing = new BoxWriting(box);
  await expect(failing.write(answer("fix: ", fail), signal)).rejects.toThrow("cut");
  expect([failing.end(), box.value]).toEqual(["mine", "mine"]);
});
