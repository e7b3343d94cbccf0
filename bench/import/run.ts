/**
 * One run in its own process: `run.ts <loop|import|trouble> <rows> <prefix> <folder> <portal>`.
 * Prints one line of JSON. With `trouble` the portal answers 429 every 2,000 rows, and the import
 * is paused once.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { ProfileDesk } from "../../src/extension/seller/environments/sellerDesks.ts";
import { diskCsv } from "../../src/extension/seller/files/diskCsv.ts";
import { nodeSellerFiles } from "../../src/extension/seller/files/nodeSellerFiles.ts";
import { ImportSession } from "../../src/extension/seller/import/importSession.ts";
import { PortalTokens } from "../../src/seller/client/portalTokens.ts";
import { SellerClient } from "../../src/seller/client/sellerClient.ts";
import { defaultCalmLimits } from "../../src/seller/write/writeRisks.ts";
import { systemClock as clock } from "../../src/shared/base/clock.ts";
import { plainWords } from "../../test/integration/sellerPage/plainWords.ts";
import { concurrency, PeakMemory, productRows, readPortal, tokenOf } from "./portal.ts";

const [kind = "", count = "", prefix = "", folder = "", portalText = ""] = process.argv.slice(2);
const portal = readPortal(portalText);
const rows = Number(count);

/** A quick script's loop: no journal, no check, no retry. */
async function plainLoop(): Promise<void> {
  const token = await tokenOf(portal);
  const lines = productRows(rows, prefix).split("\n").slice(1);
  const lane = async (): Promise<void> => {
    for (let line = lines.pop(); line !== undefined; line = lines.pop()) {
      const [code, descricao, ncm, ean, peso = "", altura = ""] = line.split(";");
      const response = await fetch(
        `${portal.url}/portal-seller/produtos/salvar/${portal.codigoSeller}/7`,
        {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({
            codigoProdutoSeller: code,
            descricao,
            codigoNcmBase: ncm,
            codigoBarrasEAN: ean,
            peso: Number(peso.replace(",", ".")),
            altura: Number(altura.replace(",", ".")),
          }),
        },
      );
      await response.text();
      if (!response.ok) {
        throw new Error(`HTTP ${response.status}`);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
}

function deskOf(fetch: typeof globalThis.fetch): ProfileDesk {
  const { url: baseUrl, codigoSeller, ...secrets } = portal;
  const environment = {
    name: "Sandbox",
    kind: "sandbox",
    baseUrl,
    codigoSeller,
    codigoUsuario: 7,
  } as const;
  const credentials = (): Promise<typeof secrets> => Promise.resolve(secrets);
  const tokens = new PortalTokens({ fetch, clock });
  const client = new SellerClient({ environment, credentials, tokens, fetch, clock });
  const profile = { ...environment, id: "bench", origin: baseUrl, isLocal: true };
  return { id: "bench", environment, client, credentials, profile };
}

const agreed = {
  confirmProduction: () => Promise.resolve(true),
  confirmRisk: () => Promise.resolve(true),
};

async function importFile(hasTrouble: boolean): Promise<object> {
  let writes = 0;
  const troubled: typeof fetch = (input, init) => {
    if (init?.method === "POST" && typeof init.body === "string") {
      writes += 1;
      if (hasTrouble && writes % 2_000 === 0) {
        const headers = new Headers(init.headers);
        headers.set("x-sandbox-fault", "429=1");
        return fetch(input, { ...init, headers });
      }
    }
    return fetch(input, init);
  };
  const desk = deskOf(troubled);
  const files = nodeSellerFiles({ own: folder, shared: folder });
  const session = new ImportSession({
    desks: { desk: () => desk },
    ui: agreed,
    mappings: { get: () => undefined, set: () => undefined },
    words: plainWords,
    calm: () => defaultCalmLimits,
    storage: files.imports,
    tidyAfter: files.tidyAfter,
    profiles: files.profiles,
    journal: files.journal,
    showProblems: () => undefined,
    isKnownNcm: () => Promise.resolve(() => true),
    clock,
    newId: () => crypto.randomUUID(),
  });
  const path = join(folder, `${prefix}.csv`);
  await session.choose(await diskCsv(path, `file://${path}`));
  const checkStart = performance.now();
  await session.check();
  const checked = performance.now() - checkStart;
  let wasPaused = !hasTrouble;
  session.onDidChange(() => {
    const done = session.state.counts?.done ?? 0;
    console.error(String(done));
    if (!wasPaused && done > rows / 4) {
      wasPaused = true;
      session.pause();
      setTimeout(() => void session.start(), 200);
    }
  });
  await session.start();
  const journalStart = performance.now();
  const { matching } = await files.journal.page({ search: "", offset: 0, count: 100 });
  const { done, unchanged } = session.state.counts ?? {};
  return {
    checkS: checked / 1_000,
    journalS: (performance.now() - journalStart) / 1_000,
    journal: matching,
    done,
    unchanged,
    folder: join(folder, "imports"),
  };
}

writeFileSync(join(folder, `${prefix}.csv`), productRows(rows, prefix));
const memory = new PeakMemory();
const start = performance.now();
const result = kind === "loop" ? await plainLoop() : await importFile(kind === "trouble");
const seconds = (performance.now() - start) / 1_000;
console.log(JSON.stringify({ ...result, seconds, ...memory.end() }));
process.exit(0);
