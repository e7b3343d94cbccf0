import { expect, test } from "vitest";

import { UsageFilter } from "../../../../src/hubServer/upstream/usageFilter.ts";

/** What the filter lets through of a text that arrives in chunks of this length. */
function filtered(text: string, length: number): string {
  const filter = new UsageFilter();
  const bytes = Buffer.from(text);
  const out: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += length) {
    out.push(filter.filter(bytes.subarray(at, at + length)));
  }
  return Buffer.concat([...out, filter.flush()]).toString();
}

const first = 'data: {"id":"1","choices":[{"delta":{"content":"é, \\"usage\\":null"}}]';
const last = 'data: {"choices":[],"usage":{"prompt_tokens":1}}\n\n';

test.each([
  ["a null in a chunk", `${first},"usage":null,"x":1}\n\n`, `${first},"x":1}\n\n`],
  ["the last chunk", `${first}}\n\n${last}data: [DONE]\n\n`, `${first}}\n\ndata: [DONE]\n\n`],
  [
    "the last chunk with other line ends",
    `${first}}\r\n\r\n${last.replaceAll("\n", "\r\n")}data: [DONE]\r\n\r\n`,
    `${first}}\r\n\r\ndata: [DONE]\r\n\r\n`,
  ],
  ["the last chunk where nothing follows", `${first}}\n\n${last}`, `${first}}\n\n`],
])("%s is taken out, however the bytes are cut", (_, given, expected) => {
  for (let length = 1; length <= given.length + 1; length += 1) {
    expect(filtered(given, length)).toBe(expected);
  }
});

test.each([
  [": comment\n\n"],
  ['data: {"choices":[],"prompt_filter_results":[]}\n\n'],
  ['data: {"choices":[{"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}\n\n'],
  ['data: {"error":{"message":"no"}}\n\n'],
  ['data: {"choices":[{"delta":{"content":"cut'],
  ["event: x\rdata: 1\r\r"],
  ["data"],
  ["no event at all"],
])("everything else stays as it is: %j", (text) => {
  for (let length = 1; length <= text.length; length += 1) {
    expect(filtered(text, length)).toBe(text);
  }
});

test("nothing of an event with a choice waits for its end", () => {
  const filter = new UsageFilter();
  const text = 'data: {"choices":[{"delta":{"content":"now';
  expect(Buffer.from(filter.filter(Buffer.from(text))).toString()).toBe(text);
});
