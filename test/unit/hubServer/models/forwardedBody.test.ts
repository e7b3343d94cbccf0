import * as fc from "fast-check";
import { expect, test } from "vitest";

import { ApiError } from "../../../../src/hubServer/http/apiError.ts";
import {
  admittedCall,
  type ChatCall,
  readChatCall,
} from "../../../../src/hubServer/models/chatCall.ts";
import { canonicalJson } from "../../../../src/hubServer/store/canonicalJson.ts";
import { upstreamRequest } from "../../../../src/hubServer/upstream/upstreamRequest.ts";
import { readJson } from "../../../support/jsonReadings.ts";

/** A name with some of its letters escaped, as `\u006dodel`. */
const written = (name: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(name, fc.array(fc.boolean(), { maxLength: 8 })).map(
    ([text, flags]) =>
      `"${Array.from(text)
        .map((sign, index) =>
          flags[index] === true
            ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`
            : JSON.stringify(sign).slice(1, -1),
        )
        .join("")}"`,
  );

const space = fc.constantFrom("", "", " ", "\n\t");
const name = fc.oneof(
  fc.constantFrom(
    "model",
    "messages",
    "content",
    "role",
    "tools",
    "max_tokens",
    "n",
    "stream",
    "text",
  ),
  fc.string({ maxLength: 4, unit: "grapheme-ascii" }),
  fc.constantFrom("Model", "maxTokens", "\u{1F600}", "a\\", 'b"', "__proto__"),
);

const { value } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    written(fc.string({ maxLength: 5 })),
    fc.constantFrom("1", "-3", "1.50", "1e3", "true", "null", '"user"', "12345678901234567890"),
    tie("object"),
    fc
      .tuple(space, fc.array(tie("value"), { maxLength: 3 }))
      .map(([blank, items]) => `[${blank}${items.join(",")}]`),
  ),
  object: fc
    .array(fc.tuple(written(name), space, tie("value")), { maxLength: 4 })
    .map(
      (entries) =>
        `{${entries.map(([key, blank, item]) => `${key}${blank}:${blank}${item}`).join(",")}}`,
    ),
}));

const judged = fc.constantFrom(
  ['"model"', '"m"'],
  ['"messages"', '[{"role":"user","content":"hi"}]'],
  ['"max_tokens"', "7"],
  ['"stream"', "true"],
);

const body = fc
  .tuple(
    fc.array(judged, { minLength: 1, maxLength: 5 }),
    fc.array(fc.tuple(written(name), value), { maxLength: 4 }),
    fc.boolean(),
  )
  .map(([known, other, isKnownLast]) => {
    const entries = isKnownLast ? [...other, ...known] : [...known, ...other];
    return `{${entries.map(([key = "", item = ""]) => `${key}: ${item}`).join(" , ")}}`;
  });

test("what another parser reads of a body that is taken is what was judged, whichever of equal keys it takes", () => {
  let taken = 0;
  let twice = 0;
  fc.assert(
    fc.property(
      body,
      fc.constantFrom("openai" as const, "anthropic" as const),
      fc.constantFrom(5, 100),
      (text, format, granted) => {
        const first = readJson(text, "first");
        const last = readJson(text, "last");
        let call: ChatCall;
        try {
          call = readChatCall(new TextEncoder().encode(text), format);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          twice += JSON.stringify(first) === JSON.stringify(last) ? 0 : 1;
          return;
        }
        taken += 1;
        expect(canonicalJson(first)).toBe(canonicalJson(call.fields));
        expect(canonicalJson(last)).toBe(canonicalJson(call.fields));
        const admitted = admittedCall(call, { fields: call.fields, outputTokens: granted });
        const sent = upstreamRequest(admitted, format, call.model).body;
        const forwarded = typeof sent === "string" ? sent : new TextDecoder().decode(sent);
        for (const reading of ["first", "last"] as const) {
          const read = readJson(forwarded, reading) as Readonly<Record<string, unknown>>;
          expect(read["model"]).toEqual(call.model);
          expect(read["messages"]).toEqual(call.fields["messages"]);
          expect(read["tools"]).toEqual(call.fields["tools"]);
          expect(read["max_tokens"]).toEqual(admitted.maxTokens ?? call.fields["max_tokens"]);
        }
      },
    ),
    { numRuns: 5_000 },
  );
  expect(taken).toBeGreaterThan(100);
  expect(twice).toBeGreaterThan(100);
});
