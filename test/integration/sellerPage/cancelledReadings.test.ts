import { expect, test } from "vitest";

import { deferred } from "../../support/deferred.ts";
import { csvFile, SellerLab } from "./sellerLab.ts";
import { stockHeader, stuck } from "./stockImports.ts";

/** From now on the list of stock never answers; resolves when it is asked for. */
function stockListIsStuck(lab: SellerLab): Promise<undefined> {
  const asked = deferred<undefined>();
  lab.intercept = ({ url }) => {
    if (!url.includes("/estoques/buscar")) {
      return undefined;
    }
    asked.resolve(undefined);
    return stuck();
  };
  return asked.promise;
}

test("an import is cancelled while the portal is read before its first row, and can be started again", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(csvFile(`${stockHeader}\n101;7`));
  await lab.back.import.check();
  const asked = stockListIsStuck(lab);
  const started = lab.page.startImport({ withUnchanged: false });
  await asked;
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
  const asked = stockListIsStuck(lab);
  const values = { codigoProdutoMarketplace: "101", quantidadeEstoque: "7" };
  const planned = lab.page.planWrite({ call: "updateStock", values });
  await asked;
  await lab.page.cancelReview({});
  expect(await planned).toMatchObject({ ok: false });
  lab.intercept = () => undefined;
  expect(await lab.page.planWrite({ call: "updateStock", values })).toMatchObject({ ok: true });
  expect(lab.writes).toEqual([]);
});
