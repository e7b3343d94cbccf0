import { expect, test } from "vitest";

import { deferred } from "../../support/deferred.ts";
import { csvFile, SellerLab, type SentRequest } from "./sellerLab.ts";
import { stockHeader, stuck } from "./stockImports.ts";

const isStockList = ({ url }: SentRequest): boolean => url.includes("/estoques/buscar");

test("an import is cancelled while the portal is read before its first row, and can be started again", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(csvFile(`${stockHeader}\n101;7`));
  await lab.back.import.check();
  const asked = deferred<undefined>();
  lab.intercept = (request) => {
    if (!isStockList(request)) {
      return undefined;
    }
    asked.resolve(undefined);
    return stuck();
  };
  const started = lab.page.startImport({ withUnchanged: false });
  await asked.promise;
  expect(lab.back.import.state).toMatchObject({ stage: "running" });
  await lab.page.cancelImport({});
  await started;
  expect((await lab.imported("checked")).message).toBeUndefined();
  expect(lab.writes).toEqual([]);
  lab.intercept = () => undefined;
  await lab.page.startImport({ withUnchanged: false });
  await lab.imported("finished");
  expect(lab.writes).toHaveLength(1);
});

test("the reading for a form's review can be stopped, and the next one is read anew", async () => {
  await using lab = await SellerLab.start();
  const asked = deferred<undefined>();
  lab.intercept = (request) => {
    if (!isStockList(request)) {
      return undefined;
    }
    asked.resolve(undefined);
    return stuck();
  };
  const values = { codigoProdutoMarketplace: "101", quantidadeEstoque: "7" };
  const planned = lab.page.planWrite({ call: "updateStock", values });
  await asked.promise;
  await lab.page.cancelReview({});
  expect(await planned).toMatchObject({ ok: false });
  lab.intercept = () => undefined;
  expect(await lab.page.planWrite({ call: "updateStock", values })).toMatchObject({ ok: true });
  expect(lab.writes).toEqual([]);
});
