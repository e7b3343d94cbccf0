import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Fields } from "../../../../src/hubServer/formats/base/fields.ts";
import { readOpenAiRequest } from "../../../../src/hubServer/formats/openAi/openAiRequestReader.ts";
import { writeOpenAiRequest } from "../../../../src/hubServer/formats/openAi/openAiRequestWriter.ts";
import { InputText } from "../../../../src/hubServer/formats/responses/inputText.ts";
import { ResponsesReader } from "../../../../src/hubServer/formats/responses/responsesReader.ts";
import { readResponsesRequest } from "../../../../src/hubServer/formats/responses/responsesRequestReader.ts";
import { writeResponsesRequest } from "../../../../src/hubServer/formats/responses/responsesRequestWriter.ts";
import { responsesAnswer } from "../../../../src/hubServer/formats/responses/responsesWriter.ts";
import { readWhole } from "../../../../src/hubServer/upstream/readWhole.ts";
import { responsesEvents } from "../../../support/modelServer/responsesModel.ts";
import {
  anyAnswer,
  eventsOfBlocks,
  head,
  readStream,
  streamOf,
  type WholeAnswer,
  wholeOf,
} from "./blocks.ts";

/** Thoughts of a Responses server, whose signature names their maker to the hub. */
const sealed = ({ blocks, finish }: WholeAnswer): WholeAnswer => ({
  finish,
  blocks: blocks.map((block) => {
    switch (block.kind) {
      case "thinking":
        return { ...block, signature: `responses:${block.signature}` };
      case "redactedThinking":
        return { ...block, data: `responses:${block.data}` };
      default:
        return block.kind === "toolCall" && block.text === "" ? { ...block, text: "{}" } : block;
    }
  }),
});

describe("an answer in the Responses format", () => {
  test("reads as the blocks of which it was written, streamed in any chunks and whole", () => {
    fc.assert(
      fc.property(anyAnswer, fc.integer({ min: 1, max: 60 }), (answer, length) => {
        const expected = sealed(answer);
        const events = eventsOfBlocks(expected);
        const stream = streamOf("responses", events);
        expect(wholeOf(readStream(new ResponsesReader(), stream, length))).toEqual(expected);
        const whole = JSON.stringify(responsesAnswer(head, events));
        expect(wholeOf(new ResponsesReader().readWhole(whole) ?? [])).toEqual(expected);
      }),
    );
  });

  test("keeps the seal of another maker's thoughts", () => {
    const blocks = [{ kind: "thinking", text: "hm", signature: "sig" }] as const;
    const events = eventsOfBlocks({ blocks, finish: "stop" });
    const read = readStream(new ResponsesReader(), streamOf("responses", events));
    expect(wholeOf(read).blocks).toEqual(blocks);
    expect(JSON.stringify(responsesAnswer(head, events))).toContain('"anthropic:sig"');
  });

  test("loses no text whatever the order of its events, and ends once", () => {
    const spoken = {
      text: ["Hel", "lo"],
      calls: [{ id: "c", name: "look", json: ['{"a":', "1}"] }],
      end: "tools",
    } as const;
    const events = responsesEvents(spoken);
    const last = events.at(-1);
    fc.assert(
      fc.property(fc.shuffledSubarray(events.slice(0, -1)), (some) => {
        const stream = [...some, last]
          .map((event) => `data: ${JSON.stringify(event)}\n\n`)
          .join("");
        const read = readStream(new ResponsesReader(), stream);
        const { blocks, finish } = wholeOf(read);
        expect(finish).toBe("toolCalls");
        expect(read.filter(({ kind }) => kind === "finish")).toHaveLength(1);
        expect(blocks.filter(({ kind }) => kind === "toolCall")).toHaveLength(1);
        const starts = read.filter(({ kind }) => kind === "blockStart");
        expect(read.filter(({ kind }) => kind === "blockEnd")).toHaveLength(starts.length);
      }),
    );
  });

  test("is an error for an event that is no JSON and for a failed response", () => {
    const reader = new ResponsesReader();
    const failed = { status: "failed", error: { code: "rate_limit_exceeded", message: "slow" } };
    expect(reader.read('{"type":"response.cre')).toMatchObject([{ kind: "error" }]);
    expect(
      reader.read(JSON.stringify({ type: "response.failed", response: failed })),
    ).toMatchObject([
      { kind: "start" },
      { kind: "error", error: { message: "slow", status: 429 } },
    ]);
  });

  test("that failed whole is no answer of another format", () => {
    const failed = { status: "failed", error: { message: "broke" }, output: [] };
    const reading = readWhole(Buffer.from(JSON.stringify(failed)), {
      upstreamFormat: "responses",
      format: "anthropic",
      writes: "whole",
      wantsUsage: false,
      head,
      toolNames: new Map(),
    });
    expect([reading.hasFailed, reading.body]).toEqual([true, undefined]);
  });

  test.each([
    ["completed", undefined, { reason: "stop" }],
    ["incomplete", undefined, { reason: "length" }],
    ["incomplete", "max_output_tokens", { reason: "length" }],
    ["incomplete", "content_filter", { reason: "refusal" }],
    ["incomplete", "went_home", { reason: "stop", native: "went_home" }],
    ["cancelled", undefined, { reason: "stop", native: "cancelled" }],
  ])("ends as its status says: %s, %s", (status, reason, finish) => {
    const response = { status, output: [], incomplete_details: reason && { reason } };
    const events = new ResponsesReader().readWhole(JSON.stringify(response));
    expect(events?.at(-1)).toEqual({ kind: "finish", ...finish });
  });
});

const text = fc.string({ minLength: 1, maxLength: 20 }).filter((value) => value.trim() !== "");
const name = fc.stringMatching(/^[a-z_]{1,12}$/u);
const picture = { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw==" } };
const someContent = fc.oneof(
  text,
  fc.array(
    fc.oneof(
      text.map((value) => ({ type: "text", text: value })),
      fc.constant(picture),
    ),
    { minLength: 1, maxLength: 3 },
  ),
);
/** A turn of chat completions: words, or calls with their results. */
const turn: fc.Arbitrary<readonly Fields[]> = fc.oneof(
  someContent.map((content) => [{ role: "user", content }]),
  text.map((content) => [{ role: "system", content }]),
  text.map((content) => [{ role: "assistant", content }]),
  fc
    .record({
      content: fc.option(text),
      names: fc.array(name, { minLength: 1, maxLength: 3 }),
      text,
    })
    .chain(({ content, names, text: result }) =>
      fc.uuid().map((id) => [
        {
          role: "assistant",
          content,
          tool_calls: names.map((called, at) => ({
            id: `${id}_${at}`,
            type: "function",
            function: { name: called, arguments: '{"a":1}' },
          })),
        },
        ...names.map((_, at) => ({
          role: "tool",
          tool_call_id: `${id}_${at}`,
          content: result,
        })),
      ]),
    ),
);
const optional = {
  temperature: fc.double({ min: 0, max: 2, noNaN: true }),
  top_p: fc.double({ min: 0, max: 1, noNaN: true }),
  max_tokens: fc.integer({ min: 16, max: 9_000 }),
  parallel_tool_calls: fc.boolean(),
  reasoning_effort: fc.constantFrom("low", "medium", "high"),
  verbosity: fc.constantFrom("low", "high"),
  metadata: fc.dictionary(name, text, { maxKeys: 2 }),
  prompt_cache_key: text,
  prompt_cache_retention: fc.constant("24h"),
  service_tier: fc.constant("flex"),
  user: text,
  stream: fc.constant(true),
  tool_choice: fc.constantFrom("auto", "none", "required"),
  response_format: fc.oneof(
    fc.constant({ type: "json_object" }),
    fc.record({ name, strict: fc.boolean() }).map((given) => ({
      type: "json_schema",
      json_schema: { ...given, schema: { type: "object" } },
    })),
  ),
  tools: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }).map((names) =>
    names.map((named) => ({
      type: "function",
      function: { name: named, description: "d", parameters: { type: "object" }, strict: false },
    })),
  ),
};

describe("a request from chat completions to Responses and back", () => {
  test("loses nothing that both formats have", () => {
    const anyRequest = fc
      .tuple(
        fc.array(turn, { minLength: 1, maxLength: 6 }).map((turns) => turns.flat()),
        fc.record(optional, { requiredKeys: [] }),
      )
      .map(([messages, fields]) => ({ model: "m", messages, ...fields }));
    fc.assert(
      fc.property(anyRequest, (fields) => {
        const chat = readOpenAiRequest(fields);
        const written = writeResponsesRequest(chat.request, "m");
        const back = readResponsesRequest(written.fields);
        expect([...written.dropped, ...back.dropped]).toEqual([]);
        expect(merged(writeOpenAiRequest(back.request, "m").fields)).toEqual(
          merged(writeOpenAiRequest(chat.request, "m").fields),
        );
      }),
    );
  });

  test("names what only chat completions has", () => {
    const { request } = readOpenAiRequest({
      messages: [{ role: "user", content: "x" }],
      stop: "END",
      top_k: 3,
    });
    expect([...writeResponsesRequest(request, "m").dropped]).toEqual(["top_k", "stop"]);
  });
});

/** Neighbouring turns of the model are one: Responses has items instead of messages. */
function merged(fields: Fields): Fields {
  const messages: Record<string, unknown>[] = [];
  for (const message of fields["messages"] as readonly Fields[]) {
    const last = messages.at(-1);
    if (last?.["role"] === "assistant" && message["role"] === "assistant") {
      const both = [last["content"], message["content"]];
      const texts = both.filter((content) => typeof content === "string");
      last["content"] = texts.length > 0 ? texts.join("\n\n") : null;
      const calls = [last["tool_calls"], message["tool_calls"]].flat().filter(Boolean);
      Object.assign(last, calls.length > 0 && { tool_calls: calls });
    } else {
      messages.push({ ...message });
    }
  }
  return { ...fields, messages };
}

describe("the input of a custom tool", () => {
  test("is read from the function's arguments in any pieces", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 40 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        (input, isEscaped, length) => {
          const plain = JSON.stringify({ input });
          const json = isEscaped
            ? plain.replaceAll(/[^\u0020-\u007e]/gu, (point) =>
                [...Array(point.length).keys()]
                  .map((at) => `\\u${point.charCodeAt(at).toString(16).padStart(4, "0")}`)
                  .join(""),
              )
            : plain;
          const reader = new InputText();
          let read = "";
          for (let at = 0; at < json.length; at += length) {
            const piece = reader.add(json.slice(at, at + length));
            expect(/[\uD800-\uDBFF]$/u.test(piece) && isEscaped).toBe(false);
            read += piece;
          }
          expect(read + reader.end()).toBe(input);
        },
      ),
    );
  });

  test.each([
    ['{"patch":"x"}', '{"patch":"x"}'],
    ['{"other":1,"input":"x"}', "x"],
    ["*** Begin", "*** Begin"],
    ['{"input":"a\nb"}', "a\nb"],
    ["", ""],
  ])("is %j as far as it can be read: %j", (json, input) => {
    const reader = new InputText();
    expect(reader.add(json) + reader.end()).toBe(input);
  });
});
