import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { Fields } from "../../../../../src/hubServer/formats/base/fields.ts";
import { readResponsesRequest } from "../../../../../src/hubServer/formats/responses/responsesRequestReader.ts";
import { refusedAt, toAnthropic, toOpenAi } from "../translate.ts";

/** A part of a message, and the name under which it is reported if it is not translated. */
interface Piece {
  readonly json: unknown;
  readonly name: string;
}

type Make = (mark: string) => Piece;

const openAiParts: readonly Make[] = [
  (mark) => ({ json: mark, name: "" }),
  (mark) => ({ json: { type: "text", text: mark }, name: "" }),
  (mark) => ({ json: { type: "refusal", refusal: mark }, name: "" }),
  (mark) => ({
    json: { type: "image_url", image_url: { url: `https://example.com/${mark}` } },
    name: "",
  }),
  (mark) => ({
    json: { type: "file", file: { file_data: "data:application/pdf;base64,AAAA", filename: mark } },
    name: "",
  }),
  (mark) => ({ json: { type: "file", file: { file_id: mark } }, name: "messages.file" }),
  (mark) => ({ json: { type: "input_audio", data: mark }, name: "messages.input_audio" }),
  (mark) => ({ json: { type: "video_url", url: mark }, name: "messages.video_url" }),
  (mark) => ({ json: { [mark]: 1 }, name: "messages.content" }),
];

const anthropicParts: readonly Make[] = [
  (mark) => ({ json: { type: "text", text: mark }, name: "" }),
  (mark) => ({
    json: { type: "text", text: "a", citations: [{ cited_text: mark }] },
    name: "messages.text.citations",
  }),
  (mark) => ({
    json: { type: "image", source: { type: "url", url: mark } },
    name: "messages.assistant.image",
  }),
  (mark) => ({
    json: { type: "image", source: { type: "file", file_id: mark } },
    name: "messages.image",
  }),
  (mark) => ({
    json: { type: "document", source: { type: "text", data: "a" }, title: mark },
    name: "messages.document.title",
  }),
  (mark) => ({
    json: { type: "document", source: { type: "url", url: mark } },
    name: "messages.document",
  }),
  (mark) => ({ json: { type: "search_result", title: mark }, name: "messages.search_result" }),
  (mark) => ({
    json: { type: "container_upload", file_id: mark },
    name: "messages.container_upload",
  }),
];

/** Fields of an assistant's message beside its content. */
const openAiFields: readonly ((mark: string) => Piece)[] = [
  (mark) => ({ json: { refusal: mark }, name: "" }),
  (mark) => ({ json: { audio: { id: mark } }, name: "messages.audio" }),
  (mark) => ({ json: { name: mark }, name: "messages.name" }),
  (mark) => ({ json: { reasoning_content: mark }, name: "messages.reasoning_content" }),
  (mark) => ({
    json: {
      tool_calls: [{ id: "c", type: "function", function: { name: mark, arguments: "{}" } }],
    },
    name: "",
  }),
  (mark) => ({
    json: { tool_calls: [{ type: "custom", custom: { name: mark } }] },
    name: "messages.tool_calls",
  }),
];

const message = fc.record({
  role: fc.constantFrom("user", "assistant", "system"),
  parts: fc.nat(2),
  picks: fc.array(fc.nat(100), { minLength: 3, maxLength: 3 }),
});

test.each([
  ["openai", openAiParts, openAiFields, toAnthropic],
  ["anthropic", anthropicParts, [], toOpenAi],
] as const)(
  "every part of a random request of %s is kept, named, or refused with its place",
  (_format, parts, beside, translate) => {
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 5 }), (drawn) => {
        const pieces: (Piece & { readonly mark: string })[] = [];
        const make = (makers: readonly Make[], pick: number): unknown => {
          const mark = `mark${pieces.length}x`;
          const piece = makers[pick % makers.length]?.(mark) ?? { json: {}, name: "" };
          pieces.push({ ...piece, mark });
          return piece.json;
        };
        const messages = drawn.map(({ role, parts: count, picks }) => ({
          role,
          content: picks.slice(0, count).map((pick) => make(parts, pick)),
          ...(role === "assistant" && beside.length > 0
            ? (make(beside, picks[2] ?? 0) as Fields)
            : {}),
        }));
        let translated: ReturnType<typeof translate> | undefined;
        const place = refusedAt(() => {
          translated = translate({ model: "m", messages });
        });
        if (!translated) {
          expect(place).toMatch(/^messages(?:\[\d\]\.content\[\d\])?$/u);
          return;
        }
        const { fields, dropped } = translated;
        const sent = JSON.stringify(fields);
        expect(fields["messages"]).not.toEqual([]);
        const lost = pieces.filter(
          ({ mark, name }) => !sent.includes(mark) && !dropped.includes(name),
        );
        expect(lost).toEqual([]);
      }),
      { numRuns: 500 },
    );
  },
);

test.each([
  ["a recording alone", toAnthropic, { type: "input_audio", input_audio: { data: "AAAA" } }],
  ["a file of another store alone", toAnthropic, { type: "file", file: { file_id: "f" } }],
  ["a search result alone", toOpenAi, { type: "search_result", title: "t" }],
])("%s is refused with its place, not sent as an empty conversation", (_name, translate, part) => {
  const messages = [
    { role: "user", content: "a" },
    { role: "assistant", content: "b" },
    { role: "user", content: [{ type: "text", text: "" }, part] },
  ];
  expect(refusedAt(() => translate({ model: "m", messages }))).toBe("messages[2].content[1]");
});

test.each([
  ["input[1].content[0]", [{ type: "input_audio", input_audio: { data: "AAAA" } }]],
  [
    "input[1].content[1]",
    [
      { type: "input_text", text: "" },
      { type: "input_file", file_id: "f" },
    ],
  ],
])("what a user says is refused at %s of a request of the Responses format", (place, content) => {
  const input = [
    { role: "user", content: "a" },
    { role: "user", content },
  ];
  expect(refusedAt(() => readResponsesRequest({ model: "m", input }))).toBe(place);
});

test("items of which none is read are refused, not sent as an empty conversation", () => {
  const input = [{ type: "odd" }, { role: "assistant", content: [{ type: "output_audio" }] }];
  expect(refusedAt(() => readResponsesRequest({ model: "m", input }))).toBe("input");
});

test("a turn with a refusal alone stays a turn between those of the user", () => {
  const { fields, dropped } = toAnthropic({
    model: "m",
    messages: [
      { role: "user", content: "a" },
      { role: "assistant", content: null, refusal: "I cannot help with that." },
      { role: "user", content: "b" },
    ],
  });
  expect(dropped).toEqual([]);
  expect(fields["messages"]).toEqual([
    { role: "user", content: [{ type: "text", text: "a" }] },
    { role: "assistant", content: [{ type: "text", text: "I cannot help with that." }] },
    { role: "user", content: [{ type: "text", text: "b" }] },
  ]);
});

test("messages without any content are refused, not sent as an empty conversation", () => {
  const messages = [{ role: "user", content: "" }];
  expect(refusedAt(() => toAnthropic({ model: "m", messages }))).toBe("messages");
});
