import { expect, test } from "vitest";

import { snippetOf } from "../../../../src/seller/client/snippet.ts";
import { portalRequest } from "../../../../src/seller/contract/request.ts";
import {
  type JournalEntry,
  journalLine,
  journalRequest,
  matchesSearch,
  parseJournalLine,
  settledEntries,
} from "../../../../src/seller/write/journalEntry.ts";
import { samples } from "../contract/samples.ts";

const change = {
  name: "quantidadeEstoque",
  label: { en: "Stock quantity", ptBr: "Quantidade em estoque" },
  before: 38,
  after: 50,
  state: "changed",
} as const;

function entry(fields: Partial<JournalEntry> = {}): JournalEntry {
  const request = portalRequest("https://portal.example.com", "updateStock", samples.updateStock);
  return {
    id: "w1",
    at: 1_000,
    environment: { name: "Sandbox", kind: "sandbox", codigoSeller: 1001 },
    source: "chat",
    ...journalRequest(request, [change]),
    outcome: "sending",
    ...fields,
  };
}

test("an entry is one line and comes back whole", () => {
  const line = journalLine(entry({ origin: "a\nb" }));
  expect(line.trimEnd().split("\n")).toHaveLength(1);
  expect(parseJournalLine(line)).toEqual(entry({ origin: "a\nb" }));
});

test("a write ends as its last line says, and as unknown if it has none", () => {
  const lines = [
    journalLine(entry()),
    journalLine(entry({ id: "w2" })),
    "\u0000\u0000",
    '{"id":"w3","at":',
    '{"id":"w1","outcome":"failed"}',
    journalLine(entry({ outcome: "done", status: 200, requestId: "r1" })),
  ];
  expect(settledEntries(lines)).toEqual([
    entry({ outcome: "done", status: 200, requestId: "r1" }),
    entry({ id: "w2", outcome: "unknown" }),
  ]);
});

test("entries are found by any of their words", () => {
  const found = ["", "123 sandbox", "QUANTIDADEESTOQUE", "chat 50", "produção"].map((search) =>
    matchesSearch(entry(), search),
  );
  expect(found).toEqual([true, true, true, true, false]);
});

test("an entry is copied as curl without a secret", () => {
  expect(snippetOf(entry(), "curl")).toBe(
    `curl -sS -X PUT 'https://portal.example.com/portal-seller/estoques/atualizar/123/50' \\
  -H "Authorization: Bearer $SELLER_TOKEN"`,
  );
});
