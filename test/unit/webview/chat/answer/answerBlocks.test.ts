import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { AssistantMessage } from "../../../../../src/shared/conversation/conversation.ts";
import { answerBlocks } from "../../../../../src/webview/chat/answer/answerBlocks.ts";

type Parts = AssistantMessage["parts"];

const text: Parts[number] = { kind: "text", text: "words" };
const call: Parts[number] = {
  kind: "toolCall",
  callId: "c",
  step: 1,
  name: "read_file",
  arguments: "{}",
  state: "done",
};
const anyParts = fc.array(fc.constantFrom(text, call), { maxLength: 300 });

test("an answer that grows only adds blocks: those before stay where they are", () => {
  fc.assert(
    fc.property(anyParts, anyParts, (parts, more) => {
      const before = answerBlocks(parts);
      expect(answerBlocks([...parts, ...more]).slice(0, before.length)).toEqual(before);
    }),
  );
});

test("every part is in a block, and calls that follow each other are in the same one", () => {
  fc.assert(
    fc.property(anyParts, (parts) => {
      const starts = answerBlocks(parts);
      expect(starts[0]).toBe(parts.length > 0 ? 0 : undefined);
      for (const start of starts.slice(1)) {
        expect([parts[start - 1]?.kind, parts[start]?.kind]).not.toEqual(["toolCall", "toolCall"]);
      }
    }),
  );
});

test("a long answer has many small blocks", () => {
  expect(answerBlocks(Array.from({ length: 100 }, () => text))).toEqual([0, 24, 48, 72, 96]);
  expect(answerBlocks([])).toEqual([]);
});
