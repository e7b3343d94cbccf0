import { expect, test } from "vitest";

import type { ProductView } from "../../../../src/shared/sellerPage/product.ts";
import { createCellFormat } from "../../../../src/webview/seller/cellFormat.ts";
import { ProductStore } from "../../../../src/webview/seller/productStore.ts";
import { deferred } from "../../../support/deferred.ts";
import { hostWith } from "./hostWith.ts";

const row = {
  query: { list: "listProducts", search: "", isDescending: false },
  index: 0,
} as const;

function product(name: string): ProductView {
  const none = { fields: [], stock: null, states: [], problems: [], isIncomplete: false };
  return { ok: true, key: { code: "1" }, name, ...none };
}

test("a reading that was stopped leaves the product that was shown", async () => {
  let stopped = 0;
  const late = deferred<ProductView>();
  const host = hostWith({
    openProduct: ({ refresh }) => (refresh === true ? late.promise : product("first")),
    cancelProduct: () => {
      stopped += 1;
      late.resolve({ ok: false, message: "cancelled" });
      return {};
    },
  });
  let refreshed = 0;
  const store = new ProductStore(host, () => {
    refreshed += 1;
  });
  await store.open(row);
  const reading = store.refresh();
  expect(store.isReading.value).toBe(true);
  store.cancel();
  expect(store.isReading.value).toBe(false);
  await reading;
  expect([store.view.value, stopped, refreshed]).toEqual([product("first"), 1, 1]);
});

test("a product whose answer is lost is not shown as being read for ever", async () => {
  const store = new ProductStore(hostWith({}), () => undefined);
  await store.open(row);
  expect([store.view.value, store.isReading.value]).toEqual([undefined, false]);
});

test("an age is said in its largest unit, and within the first minute not in numbers", () => {
  const minute = 60_000;
  const ages = [0, minute - 1, 3 * minute, 61 * minute, 3 * 1_440 * minute];
  const said = (locale: string): readonly (string | undefined)[] =>
    ages.map((ms) => createCellFormat(locale).age(ms));
  expect(said("en")).toEqual([undefined, undefined, "3 minutes ago", "1 hour ago", "3 days ago"]);
  expect(said("pt-BR")).toEqual([undefined, undefined, "há 3 minutos", "há 1 hora", "há 3 dias"]);
});
