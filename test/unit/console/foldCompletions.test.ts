import { expect, test } from "vitest";

import { foldCompletions } from "../../../src/console/data/foldCompletions.ts";
import type { AuditEntry } from "../../../src/console/data/types.ts";

function entry(seq: number, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    seq,
    kind: "usage",
    time: "2026-11-22T20:45:10.000Z",
    request_id: `r${seq}`,
    session_id: null,
    run_id: null,
    token_id: "t1",
    user_id: null,
    profile_id: null,
    sector_id: null,
    app: "vscode-completion",
    model: "coder",
    format: "completions",
    status: 200,
    input_tokens: 700,
    cached_tokens: null,
    output_tokens: 9,
    cost: "0.000100",
    latency_ms: 1,
    findings: [],
    detail: {},
    prev_hash: "",
    hash: "",
    ...more,
  };
}

const listed = [
  entry(9),
  entry(8, { format: "openai" }),
  entry(7, { token_id: "t2" }),
  entry(6),
  entry(5, { kind: "rate.limit" }),
  entry(4, { model: "other" }),
  entry(3),
  entry(2, { time: "2026-11-22T20:44:59.000Z" }),
];

test("a minute's completions of a token and model are one row in the newest one's place, with their sums", () => {
  const rows = foldCompletions(listed, new Set());
  expect(rows.map(({ seq }) => seq)).toEqual([9, 8, 7, 5, 4, 2]);
  expect(rows[0]).toMatchObject({
    completions: 3,
    input_tokens: 2_100,
    output_tokens: 27,
    cost: "0.0003",
  });
  expect(rows.slice(1)).toEqual(listed.filter(({ seq }) => [8, 7, 5, 4, 2].includes(seq)));
});

test("a sum that was opened shows its entries", () => {
  expect(foldCompletions(listed, new Set([9]))).toEqual(listed);
});

test("a sum that was opened stays open when a newer completion of its minute arrives", () => {
  const later = [entry(10), ...listed];
  expect(foldCompletions(later, new Set([9]))).toEqual(later);
});
