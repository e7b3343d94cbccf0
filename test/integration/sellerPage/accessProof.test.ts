import { expect, test } from "vitest";

import { firstPage } from "../../../src/extension/seller/environments/accessProof.ts";
import { type Intercept, SellerLab } from "./sellerLab.ts";

/** What the proof says of a list that the portal gives like this, and how many pages it read. */
async function proofOf(answer: (page: number) => unknown): Promise<readonly unknown[]> {
  await using lab = await SellerLab.start();
  let pages = 0;
  const intercept: Intercept = ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    if (!pathname.endsWith("/produtos/buscar")) {
      return undefined;
    }
    pages += 1;
    return Promise.resolve(Response.json(answer(Number(searchParams.get("page") ?? 0))));
  };
  lab.intercept = intercept;
  const client = lab.back.desks.desk()?.client;
  const count = client && (await firstPage(client).catch((error: unknown) => String(error)));
  return [count, pages];
}

const two = [{ codigoProdutoSeller: "a" }, { codigoProdutoSeller: "b" }];

function pageOf(number: number): unknown {
  return {
    content: two.map((_, index) => ({ codigoProdutoSeller: `${number} ${index}` })),
    number,
    size: 2,
    totalElements: 50,
    last: number === 24,
  };
}

test("a list without pages is counted", async () => {
  expect(await proofOf(() => two)).toEqual(["2", 1]);
});

test("of a list with pages the first is enough: the portal says how many there are", async () => {
  expect(await proofOf(pageOf)).toEqual(["50", 1]);
});

test("a list that cannot be read proves nothing", async () => {
  const [said] = await proofOf(() => ({ erros: [{ mensagem: "sem permissão" }] }));
  expect(said).toMatch(/Error/u);
});
