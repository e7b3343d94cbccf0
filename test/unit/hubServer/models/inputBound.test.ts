import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { type ChatCall, readChatCall } from "../../../../src/hubServer/models/chatCall.ts";

function callOf(content: unknown, fields: object = {}): ChatCall {
  const body = { model: "m", messages: [{ role: "user", content }], ...fields };
  return readChatCall(new TextEncoder().encode(JSON.stringify(body)), "openai");
}

describe("tokens that a request is never over", () => {
  test("are as many as its text has bytes, in the form that has more of them", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const { mostInputTokens, inputTokens } = callOf(text);
        const forms = [text, text.normalize("NFKC")];
        const bytes = Math.max(...forms.map((form) => Buffer.byteLength(form)));
        expect(mostInputTokens).toBeGreaterThanOrEqual(bytes);
        expect(mostInputTokens).toBeGreaterThanOrEqual(inputTokens);
      }),
      { numRuns: 2_000 },
    );
  });

  test("count the tools, and whatever else goes along", () => {
    const tools = [{ type: "function", function: { name: "f", description: "x".repeat(5_000) } }];
    expect(callOf("hi", { tools }).mostInputTokens).toBeGreaterThan(5_600);
    expect(callOf("hi", { documents: ["x".repeat(5_000)] }).mostInputTokens).toBeGreaterThan(5_000);
  });

  test("count documents by the most pages that are read of all of a request, wherever they are", () => {
    const data = "JVBERi0xLjcK";
    const pdf = { type: "base64", media_type: "application/pdf", data };
    for (const part of [
      { type: "document", source: pdf },
      { type: "document", source: { type: "url", url: "https://a.invalid/a.pdf" } },
      { type: "document", source: { type: "file", file_id: "f" } },
      { type: "file", file: { file_data: `data:application/pdf;base64,${data}` } },
      { type: "input_file", file_id: "f" },
    ]) {
      const one = callOf([part]).mostInputTokens;
      expect(one).toBeGreaterThan(100 * 3_000);
      expect(callOf([part, part, part]).mostInputTokens).toBeLessThan(one + 1_000);
    }
    const text = { type: "text", media_type: "text/plain", data: "Hello" };
    expect(callOf([{ type: "document", source: text }]).mostInputTokens).toBeLessThan(2_000);
  });

  test("do not take the data of a picture for text, but count the picture by the model's family", () => {
    const url = `data:image/png;base64,${"A".repeat(60_000)}`;
    const picture = [{ type: "image_url", image_url: { url } }];
    const most = (model: string): number => callOf(picture, { model }).mostInputTokens;
    expect(most("gpt-4o")).toBeLessThan(5_000);
    expect(most("gpt-4o-mini")).toBeGreaterThan(48_000);
    expect(most("unknown")).toBeGreaterThan(16_000);
    expect(most("unknown")).toBeLessThan(20_000);
    const source = { type: "base64", media_type: "image/png", data: "A".repeat(60_000) };
    expect(callOf([{ type: "image", source }]).mostInputTokens).toBeLessThan(20_000);
  });

  test("take for text what only pretends to be a picture's data", () => {
    const text = "A".repeat(50_000);
    const source = { type: "base64", media_type: "text/plain", data: text };
    expect(callOf([{ type: "image", source }]).mostInputTokens).toBeGreaterThan(50_000);
    expect(callOf([{ type: "image_url", image_url: text }]).mostInputTokens).toBeGreaterThan(
      50_000,
    );
  });
});

test.each([
  ["漢".repeat(100), 90, 130],
  ["The quick brown fox jumps over the lazy dog. ".repeat(20), 180, 260],
  ["\u{1F600}".repeat(50), 90, 130],
])("an estimate goes by the script: %.12s", (text, least, most) => {
  const { inputTokens } = callOf(text);
  expect(inputTokens).toBeGreaterThanOrEqual(least);
  expect(inputTokens).toBeLessThanOrEqual(most);
});
