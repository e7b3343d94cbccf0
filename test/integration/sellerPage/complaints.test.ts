import { expect, test } from "vitest";

import { deferred } from "../../support/deferred.ts";
import { SellerLab } from "./sellerLab.ts";
import { isWrite, runImport, stockOf, stockRows, stuck } from "./stockImports.ts";

const complaint = { sucesso: false, mensagem: "Estoque em análise" };

/** The portal complains about these products, and takes the values of the `taken` ones all the same. */
function complains(lab: SellerLab, about: RegExp, taken: RegExp): void {
  lab.intercept = async (request, send) => {
    if (!isWrite(request) || !about.test(request.url)) {
      return await send();
    }
    if (taken.test(request.url)) {
      await send();
    }
    return Response.json(complaint);
  };
}

test("rows that the portal complains about are read back: what is there is done, the others are named", async () => {
  await using lab = await SellerLab.start();
  complains(lab, /\/10[123]\//u, /\/102\//u);
  await runImport(lab, stockRows(5));
  expect(lab.back.import.state).toMatchObject({
    stage: "finished",
    counts: { total: 5, done: 2, complained: 1, failed: 2, unknown: 0 },
  });
  expect((await stockOf(lab)).get(102)).toBe(9_001);
  await lab.page.saveFailedRows({});
  const { text = "" } = lab.saved.at(-1) ?? {};
  expect(text.match(/complaint seenAfter notThere/gu)).toHaveLength(2);
  expect(text).not.toContain("9001");
});

test("where the list cannot be read again, the rows are failed, and say so", async () => {
  await using lab = await SellerLab.start();
  let lists = 0;
  complains(lab, /\/101\//u, /\/101\//u);
  const complained = lab.intercept;
  lab.intercept = (request, send) => {
    lists += request.url.includes("/estoques/buscar") ? 1 : 0;
    return lists > 2
      ? Promise.resolve(Response.json({}, { status: 500 }))
      : complained(request, send);
  };
  await runImport(lab, stockRows(2));
  expect(lab.back.import.state.counts).toMatchObject({ done: 1, complained: 0, failed: 1 });
  await lab.page.saveFailedRows({});
  expect(lab.saved.at(-1)?.text).toContain("seenAfter notRead");
});

test("cancelling ends the reading at an import's end: its rows are failed, say so, and can be imported again", async () => {
  await using lab = await SellerLab.start();
  const asked = deferred<undefined>();
  complains(lab, /\/10[12]\//u, /\/102\//u);
  const complained = lab.intercept;
  lab.intercept = (request, send) => {
    if (lab.writes.length < 4 || !request.url.includes("/estoques/buscar")) {
      return complained(request, send);
    }
    asked.resolve(undefined);
    return stuck();
  };
  const ended = runImport(lab, stockRows(4));
  await asked.promise;
  expect(lab.back.import.state).toMatchObject({ stage: "running", counts: { done: 2 } });
  await lab.page.cancelImport({});
  await ended;
  expect(lab.back.import.state).toMatchObject({
    stage: "cancelled",
    counts: { total: 4, done: 2, complained: 0, failed: 2, unknown: 0 },
  });
  await lab.page.saveFailedRows({});
  const { text = "" } = lab.saved.at(-1) ?? {};
  expect(text.match(/complaint seenAfter cancelled/gu)).toHaveLength(2);
  expect(text).toMatch(/101;9000[^]*102;9001/u);
  lab.intercept = () => undefined;
  await runImport(lab, text);
  expect((await stockOf(lab)).get(101)).toBe(9_000);
});

test("what the portal has is read once at the end, also if its answers showed every row", async () => {
  await using lab = await SellerLab.start();
  let lists = 0;
  lab.intercept = ({ url }) => {
    lists += url.includes("/estoques/buscar") ? 1 : 0;
    return undefined;
  };
  await runImport(lab, stockRows(3));
  expect(lists).toBe(3);
  await runImport(lab, stockRows(3));
  expect(lists).toBe(4);
});

test("rows whose answer shows nothing are read once at the end: what is there is written, the others are not seen", async () => {
  await using lab = await SellerLab.start();
  let lists = 0;
  lab.intercept = async (request, send) => {
    lists += request.url.includes("/estoques/buscar") ? 1 : 0;
    if (!isWrite(request)) {
      return await send();
    }
    if (!request.url.includes("/102/")) {
      await send();
    }
    return Response.json({ protocolo: 5, mensagem: "Estoque atualizado com sucesso" });
  };
  await runImport(lab, stockRows(3));
  expect(lists).toBe(3);
  expect(lab.back.import.state).toMatchObject({
    stage: "finished",
    counts: { total: 3, done: 2, accepted: 1, failed: 0, unknown: 0 },
    notSeen: [3],
  });
  const outcomes = async (): Promise<readonly unknown[]> => {
    const { entries } = await lab.page.readJournal({ search: "", offset: 0 });
    return entries.map(({ origin, outcome, canLook }) => [origin, outcome, canLook]);
  };
  expect(new Set(await outcomes())).toEqual(
    new Set([
      [expect.stringMatching(/:2$/u), "done", false],
      [expect.stringMatching(/:3$/u), "accepted", true],
      [expect.stringMatching(/:4$/u), "done", false],
    ]),
  );
  await lab.back.import.lookAgain();
  expect(lab.back.import.state).toMatchObject({ stage: "finished", counts: { accepted: 1 } });

  // The portal works through its queue.
  lab.intercept = () => undefined;
  const { entries } = await lab.page.readJournal({ search: "", offset: 0 });
  const open = entries.find(({ canLook }) => canLook);
  expect(await lab.page.lookAgain({ id: open?.id ?? "" })).toMatchObject({ isThere: false });
  await fetchAs(lab, open?.url ?? "");
  await lab.back.import.lookAgain();
  expect(lab.back.import.state).toMatchObject({
    stage: "finished",
    counts: { done: 3, accepted: 0 },
  });
  expect((await outcomes()).every((one) => Array.isArray(one) && one[1] === "done")).toBe(true);
});

/** Does a write of the import without the page. */
async function fetchAs(lab: SellerLab, url: string): Promise<void> {
  const desk = lab.back.desks.desk();
  const [code = "", quantity = ""] = new URL(url).pathname.split("/").slice(-2);
  const parameters = {
    codigoProdutoMarketplace: Number(code),
    quantidadeEstoque: Number(quantity),
  };
  await desk?.client.call("updateStock", { parameters }, { signal: AbortSignal.timeout(20_000) });
}
