import { describe, expect, test } from "vitest";

import { createTableModel } from "../../../src/console/data/tableModel.ts";

interface Row {
  readonly name: string;
  readonly count?: number;
}

const rows: readonly Row[] = [
  { name: "São Paulo", count: 9 },
  { name: "item 10" },
  { name: "Item 2", count: 100 },
  { name: "ábaco", count: 20 },
];

const model = createTableModel<Row>({
  rows,
  columns: [
    { id: "name", value: ({ name }) => name },
    { id: "count", value: ({ count }) => count },
  ],
  locale: "pt-BR",
});

const all = { sort: undefined, search: "", page: 0, pageSize: 10 };

describe("sorting", () => {
  test("text goes as people sort it: accents and case aside, numbers by their size", () => {
    const part = model({ ...all, sort: { id: "name", isDescending: false } });
    expect(part.rows.map(({ name }) => name)).toEqual(["ábaco", "Item 2", "item 10", "São Paulo"]);
  });

  test.each([
    [false, [9, 20, 100, undefined]],
    [true, [100, 20, 9, undefined]],
  ])("what is missing comes last, descending %s", (isDescending, counts) => {
    const part = model({ ...all, sort: { id: "count", isDescending } });
    expect(part.rows.map(({ count }) => count)).toEqual(counts);
  });
});

test("the search knows no case and no accents, and looks at every column", () => {
  expect(model({ ...all, search: " SAO " }).rows).toEqual([rows[0]]);
  expect(model({ ...all, search: "100" }).rows).toEqual([rows[2]]);
  expect(model({ ...all, search: "nowhere" })).toEqual({ rows: [], found: [], page: 0, pages: 1 });
});

test("a page beyond the last one is the last one", () => {
  const part = model({ ...all, page: 7, pageSize: 3 });
  expect({ ...part, found: part.found.length }).toEqual({
    rows: [rows[3]],
    found: 4,
    page: 1,
    pages: 2,
  });
});
