import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { delta, done, encode, event, finish, read, tool } from "../../support/answerText.ts";

describe("how an answer is cut changes nothing", () => {
  const newline = fc.constantFrom("\n", "\r\n", "\r");
  const piece = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }).map((content) => delta({ content })),
    },
    { weight: 2, arbitrary: fc.string({ maxLength: 5 }).map((reasoning) => delta({ reasoning })) },
    {
      weight: 2,
      arbitrary: fc
        .integer({ min: -1, max: 2 })
        .map((index) => tool({ index, id: `c${index}`, function: { name: "n", arguments: "" } })),
    },
    fc.constantFrom(
      ": comment\n",
      "\n",
      "id: 1\n",
      "event: ping\ndata: x\n\n",
      "event: error\ndata: boom\n\n",
      "data\n\n",
      "data: {\n\n",
      "<html>\n",
      "\uFEFF",
      "nonsense\n",
      event({ error: "boom" }),
      event({ choices: [], usage: { prompt_tokens: 1 } }),
      finish("stop"),
      done,
    ),
  );
  const stream = fc.tuple(fc.array(piece, { maxLength: 8 }), newline, fc.boolean());
  const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 12 });

  test("in 12,000 random streams with random cuts", () => {
    fc.assert(
      fc.property(stream, cuts, fc.nat(255), ([pieces, newlines, isWhole], places, noise) => {
        const text = [...pieces, isWhole ? finish("stop") + done : ""].join("");
        const bytes = encode(text.replaceAll("\n", newlines));
        // One byte in some of the streams is not what it was: that, too, must not depend on cuts.
        if (noise < 60 && bytes.length > 0) {
          bytes[(noise * 7) % bytes.length] = noise * 4;
        }
        const parts = cutAt(bytes, places);
        expect(read(parts)).toEqual(read([bytes]));
      }),
      { numRuns: 12_000 },
    );
  });

  test("between two byte order marks", () => {
    const bytes = encode(
      `: comment\n\uFEFF\uFEFF${delta({ content: "a" })}${finish("stop")}${done}`,
    );
    expect(read(cutAt(bytes, [13]))).toEqual(read([bytes]));
  });

  test("and a well-formed stream always gives exactly its text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", maxLength: 12 }), { maxLength: 12 }),
        newline,
        cuts,
        (texts, newlines, places) => {
          const body = texts.map((content) => delta({ content })).join("") + finish("stop") + done;
          const bytes = encode(body.replaceAll("\n", newlines));
          const { events, problem } = read(cutAt(bytes, places));
          const text = events.map((one) => (one.kind === "textDelta" ? one.text : "")).join("");
          expect({ text, problem }).toEqual({ text: texts.join(""), problem: undefined });
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function cutAt(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const sorted = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted(
    (one, other) => one - other,
  );
  return [0, ...sorted].map((from, index) => bytes.subarray(from, sorted[index] ?? bytes.length));
}
