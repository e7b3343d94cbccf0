import type { JournalEntry } from "../../src/seller/write/journalEntry.ts";

/** A finished write of stock, long enough that a line needs more than one small write. */
export function journalEntry(id: string): JournalEntry {
  return {
    id,
    at: 1_700_000_000_000,
    environment: { name: "Loja São Paulo", kind: "sandbox", codigoSeller: 1001 },
    source: "csv",
    origin: `estoque-${"x".repeat(700)}.csv:2`,
    call: "updateStock",
    method: "PUT",
    url: "http://127.0.0.1/portal-seller/estoques/atualizar/123/50",
    changes: [{ name: "quantidadeEstoque", before: 12, after: 50, state: "changed" }],
    outcome: "done",
  };
}
