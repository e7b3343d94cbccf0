import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterEach, beforeEach, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import { JournalFiles } from "../../../src/extension/seller/files/journalFiles.ts";
import type { JournalEntry } from "../../../src/seller/write/journalEntry.ts";
import { withFullDisk } from "../../support/fullDisk.ts";
import { echo, type OddPortal, startOddPortal } from "../../support/oddPortal.ts";

let folder: string;
let portal: OddPortal;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "full-journal-"));
  portal = await startOddPortal({ answer: echo, stock: (_, writes) => new Map(writes) });
});

afterEach(async () => {
  await portal.close();
  rmSync(folder, { recursive: true });
});

const source = (path: string): string =>
  JSON.stringify(pathToFileURL(join(root, "src", path)).href);

/** Writes stocks, several at once, in a program whose journal has room for three lines at most. */
async function writeOnFullDisk(atOnce: number): Promise<readonly string[]> {
  const printed = await withFullDisk(`
    import { JournalFiles } from ${source("extension/seller/files/journalFiles.ts")};
    import { PortalTokens } from ${source("seller/client/portalTokens.ts")};
    import { SellerClient } from ${source("seller/client/sellerClient.ts")};
    import { journaledWrite } from ${source("seller/write/journaledWrite.ts")};
    import { systemClock as clock } from ${source("shared/base/clock.ts")};

    const environment = {
      name: "Lab", kind: "sandbox", baseUrl: ${JSON.stringify(portal.url)}, codigoSeller: 1001,
    };
    const client = new SellerClient({
      environment, fetch, clock, userAgent: "lab", tokens: new PortalTokens({ fetch, clock }),
      credentials: async () => ({ clientId: "id", clientSecret: "secret" }),
    });
    const files = new JournalFiles(${JSON.stringify(folder)});
    const write = async (code) => {
      const parameters = { codigoProdutoMarketplace: code, quantidadeEstoque: 9 };
      const deps = {
        client, environment, clock, journal: (entry) => files.append(entry),
        newId: () => "write-" + code,
      };
      const request = client.prepare("updateStock", { parameters });
      const options = { signal: AbortSignal.timeout(20_000) };
      return await journaledWrite(deps, { request, changes: [], source: "csv" }, options).then(
        ({ outcome }) => outcome,
        ({ name }) => name,
      );
    };
    const ends = [];
    for (let code = 1; code <= 8; code += ${atOnce}) {
      const codes = Array.from({ length: ${atOnce} }, (_, index) => code + index);
      ends.push(...(await Promise.all(codes.map(write))));
    }
    console.log(JSON.stringify(ends));
  `);
  return JSON.parse(printed) as readonly string[];
}

async function journaled(files: JournalFiles): Promise<readonly JournalEntry[]> {
  return (await files.page({ search: "", offset: 0, count: 100 })).entries;
}

for (const atOnce of [1, 8]) {
  test(`on a full disk, with ${atOnce} at once, what was sent is in the journal, and what is not there was not sent`, async () => {
    const ends = await writeOnFullDisk(atOnce);
    const sent = portal.writes.map(([code]) => `write-${code}`).toSorted();
    expect(sent.length).toBeGreaterThan(0);
    expect(ends.filter((end) => end === "NotNotedError").length).toBe(8 - sent.length);
    const torn = readFileSync(join(folder, "journal.jsonl"), "utf8");
    const files = new JournalFiles(folder);
    const [first] = await journaled(files);
    if (!first) {
      throw new Error("The journal is empty");
    }
    await files.append({ ...first, id: "later" });
    const entries = await journaled(files);
    expect(entries.map(({ id }) => id).toSorted()).toEqual(["later", ...sent]);
    expect(readFileSync(join(folder, "journal.jsonl"), "utf8").startsWith(torn)).toBe(true);
  });
}
