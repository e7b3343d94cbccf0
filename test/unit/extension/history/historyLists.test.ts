import { expect, test } from "vitest";

import { HistoryLists } from "../../../../src/extension/history/historyLists.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

test("titles that were kept before titles were masked are masked when they are listed", async () => {
  const entry = {
    id: "c1",
    title: "Customer 529.982.247-25 and maria@acme.com.br",
    createdAt: 1,
    updatedAt: 1,
    messageCount: 1,
    models: [],
    isFavourite: false,
    isReadOnly: false,
  };
  const lists = new HistoryLists(
    {
      entries: () => Promise.resolve([entry]),
      async *search() {
        yield await Promise.resolve({ entry });
      },
    },
    new FakeClock(),
  );
  for (const query of ["", "customer"]) {
    // oxlint-disable-next-line no-await-in-loop -- one list at a time
    const { items } = await lists.begin({ query, isFavourite: false, sort: "newest" });
    expect(items.map(({ title }) => title)).toEqual(["Customer ***.***.***-** and ***@***"]);
  }
});
