import * as fc from "fast-check";
import { expect, test } from "vitest";

import { readAnthropicRequest } from "../../../../src/hubServer/formats/anthropic/anthropicRequestReader.ts";
import type {
  ModelRequest,
  RequestBlock,
  RequestMessage,
} from "../../../../src/hubServer/formats/base/modelRequest.ts";
import { readOpenAiRequest } from "../../../../src/hubServer/formats/openAi/openAiRequestReader.ts";
import { writeOpenAiRequest } from "../../../../src/hubServer/formats/openAi/openAiRequestWriter.ts";
import { toAnthropic } from "./translate.ts";

/** Anthropic's format has no text of white space. */
const text = fc
  .string({ minLength: 1, maxLength: 20 })
  .filter((value) => value.trim() !== "")
  .map((value) => ({ kind: "text", text: value }) as const);
const image = fc.constantFrom(
  { kind: "image", source: { kind: "url", url: "https://example.com/x.png" } } as const,
  { kind: "image", source: { kind: "base64", mediaType: "image/png", data: "AAAA" } } as const,
);
const callId = fc.stringMatching(/^[a-z0-9_]{1,8}$/u);
const call: fc.Arbitrary<RequestBlock> = fc
  .tuple(callId, fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 1 })))
  .map(([id, input]) => ({ kind: "toolCall", id, name: "run", arguments: JSON.stringify(input) }));
const result: fc.Arbitrary<RequestBlock> = fc
  .tuple(callId, text)
  .map(([id, part]) => ({ kind: "toolResult", id, parts: [part], isError: false }));

/** Turns as both formats can have them: what the user says comes after the results it brings. */
const turn: fc.Arbitrary<readonly RequestMessage[]> = fc
  .record({
    said: fc.array(fc.oneof(text, image), { minLength: 1, maxLength: 3 }),
    results: fc.array(result, { maxLength: 2 }),
    answer: fc.option(text),
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
  })
  .map(({ said, results, answer, calls }) => [
    { role: "user", blocks: [...results, ...said] },
    { role: "assistant", blocks: [...(answer ? [answer] : []), ...calls] },
  ]);

test("any conversation comes back the same from OpenAI's format over Anthropic's", () => {
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 4 }), (turns) => {
      const messages = turns.flat();
      const { request } = readOpenAiRequest({ model: "m", messages: [] });
      const first = writeOpenAiRequest({ ...request, messages }, "m").fields;
      const there = toAnthropic(first);
      expect(there.dropped).toEqual([]);
      const back: ModelRequest = readAnthropicRequest(there.fields).request;
      expect(back.messages).toEqual(messages);
      expect(writeOpenAiRequest(back, "m").fields["messages"]).toEqual(first["messages"]);
    }),
    { numRuns: 500 },
  );
});
