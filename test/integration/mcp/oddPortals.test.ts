import { readFileSync } from "node:fs";

import { afterAll, beforeAll, expect, test } from "vitest";

import { settledEntries } from "../../../src/seller/write/journalEntry.ts";
import { echo, startOddPortal } from "../../support/oddPortal.ts";
import { ImportLab } from "./importLab.ts";

const rows = "codigo;saldo\n1;50\n2;60\n3;7\n";
const flags = ["--allow-writes", "--max-share", "100"];
const old = new Map([
  [1, 5],
  [2, 6],
  [3, 7],
]);
let lab: ImportLab;

beforeAll(async () => {
  lab = await ImportLab.start();
});

afterAll(() => lab.close());

async function imported(
  oddity: Parameters<typeof startOddPortal>[0],
): Promise<{ readonly code: number; readonly said: string; readonly writes: number }> {
  const portal = await startOddPortal(oddity);
  try {
    const env = { AI_HUB_SELLER_URL: portal.url, AI_HUB_SELLER_CODE: "1001" };
    const ran = await lab.imported(rows, flags, env);
    return { ...ran, writes: portal.writes.length };
  } finally {
    await portal.close();
  }
}

function lastOutcomes(count: number): readonly string[] {
  const entries = settledEntries(readFileSync(lab.journalPath, "utf8").split("\n"));
  return entries.slice(-count).map(({ outcome }) => outcome);
}

for (const [name, answer] of [
  ["a protocol", () => ({ protocolo: 7, sucesso: true })],
  ["an echo", echo],
] as const) {
  test(`an import into a portal that confirms with ${name} and forgets ends with exit code 6`, async () => {
    const { code, said, writes } = await imported({ answer, stock: () => old });
    expect(said).toContain("Written 0, there already 1, refused 0, unknown 0, invalid 0.");
    expect(said).toContain("Lines 2, 3.");
    expect([code, writes]).toEqual([6, 2]);
    expect(lastOutcomes(2)).toEqual(["accepted", "accepted"]);
  });
}

test("an import into a portal with other values at each reading ends, and no row counts as written", async () => {
  const { code, said, writes } = await imported({
    answer: () => ({ sucesso: true }),
    stock: (reading) => new Map([...old.keys()].map((one) => [one, 100 * reading + one])),
  });
  expect(said).toContain("Written 0, there already 0, refused 0, unknown 0, invalid 0.");
  expect([code, writes]).toEqual([6, 3]);
});
