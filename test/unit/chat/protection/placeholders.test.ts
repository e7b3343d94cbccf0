import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  maxPlaceholderLength,
  Placeholders,
} from "../../../../src/chat/protection/placeholders.ts";
import { restoredEvents } from "../../../../src/chat/protection/restoredEvents.ts";
import type { StreamEvent } from "../../../../src/hub/wire/chatTypes.ts";
import { allOf, cpf, email, streamOf } from "./streams.ts";

describe("placeholders", () => {
  test("number the values of a kind in the order they are met, the same value the same", () => {
    const placeholders = new Placeholders([]);
    const made = [cpf, email, "111.444.777-35", cpf].map((value) =>
      placeholders.of(value === email ? "email" : "cpf", value),
    );
    expect(made).toEqual(["[CPF_1]", "[EMAIL_1]", "[CPF_2]", "[CPF_1]"]);
  });

  test("tell two ways to write a number apart and that it is one number", () => {
    const placeholders = new Placeholders([]);
    expect([placeholders.of("cpf", cpf), placeholders.of("cpf", "52998224725")]).toEqual([
      "[CPF_1]",
      "[CPF_1B]",
    ]);
    expect(placeholders.restore("[CPF_1B] and [CPF_1]")).toBe(`52998224725 and ${cpf}`);
  });

  test("never take a form that stands in the text already", () => {
    const placeholders = new Placeholders(["const row = table[CPF_1];"]);
    const made = placeholders.of("cpf", cpf);
    expect(made).toBe("[CPFX_1]");
    expect(placeholders.restore(`table[CPF_1] is ${made}`)).toBe(`table[CPF_1] is ${cpf}`);
  });

  test("come back where a model escaped their underscore, and unknown ones stay", () => {
    const placeholders = new Placeholders([]);
    placeholders.of("cpf", cpf);
    expect(placeholders.restore("[CPF\\_1] [CPF_9]")).toBe(`${cpf} [CPF_9]`);
  });

  test("stay apart for more ways of writing than there are letters", () => {
    const placeholders = new Placeholders([]);
    const values = Array.from({ length: 60 }, (_, at) => `529${" ".repeat(at)}98224725`);
    const made = values.map((value) => placeholders.of("cpf", value));
    expect(new Set(made).size).toBe(60);
    expect(made.map((placeholder) => placeholders.restore(placeholder))).toEqual(values);
  });
});

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom("[CPF_1]", "[EMAIL_1]", "[CPF\\_1]", "[CPF_1B]", "[CPF_7]", "[", "[CPF_", "]"),
    fc.string({ maxLength: 8 }),
  ),
  { maxLength: 12 },
);
const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 });

function cutUp(text: string, lengths: readonly number[]): string[] {
  const parts: string[] = [];
  for (let at = 0, index = 0; at < text.length; index += 1) {
    const length = lengths[index % lengths.length] ?? 1;
    parts.push(text.slice(at, at + length));
    at += length;
  }
  return parts;
}

async function* failing(): AsyncGenerator<StreamEvent> {
  yield await Promise.resolve({ kind: "textDelta", text: "See [CPF" } as const);
  throw new Error("cut");
}

describe("restored events", () => {
  const placeholders = new Placeholders([]);
  placeholders.of("cpf", cpf);
  placeholders.of("cpf", "52998224725");
  placeholders.of("email", email);

  test("give the same text however the answer was cut", async () => {
    await fc.assert(
      fc.asyncProperty(pieces, cuts, async (parts, lengths) => {
        const text = parts.join("");
        const deltas = cutUp(text, lengths).map((delta): StreamEvent => ({
          kind: "textDelta",
          text: delta,
        }));
        const events = await allOf(restoredEvents(streamOf(...deltas), placeholders));
        const told = events.map((event) => (event.kind === "textDelta" ? event.text : "")).join("");
        expect(told).toBe(placeholders.restore(text));
      }),
      { numRuns: 500 },
    );
  });

  test("hold back at most one placeholder", async () => {
    await fc.assert(
      fc.asyncProperty(pieces, cuts, async (parts, lengths) => {
        let given = "";
        async function* source(): AsyncGenerator<StreamEvent> {
          for (const delta of cutUp(parts.join(""), lengths)) {
            given += delta;
            yield await Promise.resolve({ kind: "textDelta", text: delta } as const);
            // The reader has taken all that there was to tell of it.
            expect(placeholders.restore(given).length - told.length).toBeLessThan(
              maxPlaceholderLength,
            );
          }
        }
        let told = "";
        for await (const event of restoredEvents(source(), placeholders)) {
          told += event.kind === "textDelta" ? event.text : "";
        }
      }),
    );
  });

  test("restore reasoning and the arguments of calls, in the order they came", async () => {
    const events = await allOf(
      restoredEvents(
        streamOf(
          { kind: "reasoningDelta", text: "It is [CP" },
          { kind: "reasoningDelta", text: "F_1]. [CP" },
          { kind: "textDelta", text: "Looking." },
          {
            kind: "toolCall",
            call: {
              id: "1",
              name: "find",
              arguments: { who: { cpf: "[CPF_1]" }, n: [1, "[EMAIL_1]"] },
            },
          },
          { kind: "finished", reason: "tool_calls" },
        ),
        placeholders,
      ),
    );
    expect(events).toEqual([
      { kind: "reasoningDelta", text: "It is " },
      { kind: "reasoningDelta", text: `${cpf}. ` },
      { kind: "reasoningDelta", text: "[CP" },
      { kind: "textDelta", text: "Looking." },
      {
        kind: "toolCall",
        call: { id: "1", name: "find", arguments: { who: { cpf }, n: [1, email] } },
      },
      { kind: "finished", reason: "tool_calls" },
    ]);
  });

  test("tell what was held back before the failure that ends the answer", async () => {
    const told: string[] = [];
    await expect(async () => {
      for await (const event of restoredEvents(failing(), placeholders)) {
        told.push(event.kind === "textDelta" ? event.text : "");
      }
    }).rejects.toThrow("cut");
    expect(told).toEqual(["See ", "[CPF"]);
  });
});
