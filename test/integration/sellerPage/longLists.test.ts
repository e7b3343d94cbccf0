import { expect, test } from "vitest";

import { deferred } from "../../support/deferred.ts";
import { SellerLab } from "./sellerLab.ts";

/** Pages of 20 of 50 entries; `onPage` is called before each is given. */
async function pagedLab(
  onPage: (page: number, lab: SellerLab) => Promise<unknown>,
): Promise<SellerLab> {
  const lab = await SellerLab.start();
  lab.intercept = ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    if (!pathname.endsWith("/estoques/buscar")) {
      return undefined;
    }
    const page = Number(searchParams.get("page") ?? 0);
    const content = Array.from({ length: page === 2 ? 10 : 20 }, (_, index) => ({
      codigoProdutoMarketplace: page * 20 + index,
    }));
    const answer = { content, number: page, size: 20, totalElements: 50, last: page === 2 };
    return onPage(page, lab).then(() => Response.json(answer));
  };
  return lab;
}

const later = (): Promise<void> => Promise.resolve();

test("the page hears of each page of a list that is read", async () => {
  await using lab = await pagedLab(later);
  await lab.page.attach({});
  expect(await lab.page.openList({ list: "listStock", refresh: false })).toMatchObject({
    ok: true,
    total: 50,
  });
  expect(lab.read.map(({ read, total }) => [read, total])).toEqual([
    [20, 50],
    [40, 50],
    [50, 50],
  ]);
});

test("a reading that is stopped ends as stopped, and a second one leaves what was read before", async () => {
  let stops = true;
  await using lab = await pagedLab((page, { page: calls }) =>
    stops && page === 1 ? calls.cancelList({ list: "listStock" }) : later(),
  );
  expect(await lab.page.openList({ list: "listStock", refresh: false })).toMatchObject({
    ok: false,
    message: "cancelled",
  });
  stops = false;
  const whole = await lab.page.openList({ list: "listStock", refresh: false });
  stops = true;
  expect(await lab.page.openList({ list: "listStock", refresh: true })).toEqual(whole);
  expect(whole).toMatchObject({ ok: true, total: 50 });
});

test("a list that is opened twice while it is read is read once", async () => {
  const pages: number[] = [];
  await using lab = await pagedLab((page) => Promise.resolve(pages.push(page)));
  const open = (): Promise<unknown> => lab.page.openList({ list: "listStock", refresh: false });
  const [one, other] = await Promise.all([open(), open()]);
  expect(one).toMatchObject({ ok: true, total: 50 });
  expect([other, pages]).toEqual([one, [0, 1, 2]]);
});

test("a reading that a refresh overtook shows the newer list, here and in its rows", async () => {
  await using lab = await SellerLab.start();
  const slow = deferred<undefined>();
  const asked = deferred<undefined>();
  let readings = 0;
  lab.intercept = ({ url }) => {
    if (!url.includes("/estoques/buscar")) {
      return undefined;
    }
    readings += 1;
    const reading = readings;
    const content = Array.from({ length: reading }, (_, index) => ({
      codigoProdutoMarketplace: index,
      quantidadeEstoque: reading,
    }));
    asked.resolve(undefined);
    return (reading === 1 ? slow.promise : later()).then(() => Response.json(content));
  };
  const older = lab.page.openList({ list: "listStock", refresh: false });
  await asked.promise;
  const newer = await lab.page.openList({ list: "listStock", refresh: true });
  slow.resolve(undefined);
  expect(newer).toMatchObject({ ok: true, total: 2 });
  expect(await older).toEqual(newer);
  const query = { list: "listStock", search: "", isDescending: false } as const;
  expect(await lab.page.readRows({ query, offset: 0, count: 5 })).toMatchObject({ matching: 2 });
});

test("a reading is stopped before its first page has come", async () => {
  await using lab = await pagedLab((_, { page: calls }) => calls.cancelList({ list: "listStock" }));
  expect(await lab.page.openList({ list: "listStock", refresh: false })).toMatchObject({
    ok: false,
    message: "cancelled",
  });
  expect(lab.read).toEqual([]);
});

test("another environment ends the reading of a list: its next page is not asked for", async () => {
  const pages: number[] = [];
  await using lab = await pagedLab((page, { back }) => {
    pages.push(page);
    if (page === 1) {
      back.desks.select("lab");
    }
    return later();
  });
  expect(await lab.page.openList({ list: "listStock", refresh: false })).toEqual({
    ok: false,
    message: "stalePlan",
  });
  expect(pages).toEqual([0, 1]);
});

test("a list whose reading began before a write ended is read again, and shows what was written", async () => {
  await using lab = await SellerLab.start();
  let reads = 0;
  // The write is made between the portal's answer to the reading and its arrival.
  lab.intercept = ({ method, url }, send) => {
    if (method !== "GET" || !url.includes("/estoques/buscar")) {
      return undefined;
    }
    reads += 1;
    return reads === 1 ? send().then((old) => writeStock(lab).then(() => old)) : undefined;
  };
  await lab.page.attach({});
  expect(await lab.page.openList({ list: "listStock", refresh: false })).toMatchObject({
    ok: true,
  });
  const query = { list: "listStock", search: "", isDescending: false } as const;
  const { rows } = await lab.page.readRows({ query, offset: 0, count: 200 });
  expect(rows.filter(([code]) => code === 123)).toMatchObject([expect.arrayContaining([77])]);
});

async function writeStock({ page }: SellerLab): Promise<void> {
  const values = { codigoProdutoMarketplace: "123", quantidadeEstoque: "77" };
  const planned = await page.planWrite({ call: "updateStock", values });
  if (!planned.ok) {
    throw new TypeError(planned.message);
  }
  expect(await page.sendWrite({ planId: planned.plan.id })).toMatchObject({ outcome: "done" });
}
