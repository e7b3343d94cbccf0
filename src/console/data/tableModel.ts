import {
  columnFilteringFeature,
  constructTable,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/table-core";
import { storeReactivityBindings } from "@tanstack/table-core/store-reactivity-bindings";

export type CellValue = string | number | boolean | null | undefined;

export interface ModelColumn<T> {
  readonly id: string;
  readonly value: (row: T) => CellValue;
}

export interface Sort {
  readonly id: string;
  readonly isDescending: boolean;
}

export interface TableModelOptions<T> {
  readonly rows: readonly T[];
  readonly columns: readonly ModelColumn<T>[];
  readonly locale: string;
}

export interface TableView {
  readonly sort: Sort | undefined;
  readonly search: string;
  readonly page: number;
  readonly pageSize: number;
}

export interface TablePart<T> {
  readonly rows: readonly T[];
  readonly found: readonly T[];
  readonly page: number;
  readonly pages: number;
}

const features = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  rowPaginationFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
});

/** A table's rows after search and sort; it is valid while rows and columns stay the same. */
export function createTableModel<T>({
  rows,
  columns,
  locale,
}: TableModelOptions<T>): (view: TableView) => TablePart<T> {
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });
  const table = constructTable({
    features,
    data: rows.map((row) => ({ row })),
    columns: columns.map(({ id, value }) => ({
      id,
      accessorFn: (item: { readonly row: T }) => value(item.row),
      // Descending order inverts `sortFn`, so missing values are put last here.
      sortFn: (one: Comparable, other: Comparable, columnId: string) =>
        compareValues(one.getValue(columnId), other.getValue(columnId), collator),
      sortUndefined: "last" as const,
    })),
    getColumnCanGlobalFilter: () => true,
    globalFilterFn: (row: Comparable, columnId: string, search: unknown) =>
      typeof search === "string" && searchText(row.getValue(columnId)).includes(search),
    autoResetPageIndex: false,
    enableMultiSort: false,
  });
  return ({ sort, search, page, pageSize }) => {
    table.setSorting(sort ? [{ id: sort.id, desc: sort.isDescending }] : []);
    table.setGlobalFilter(searchText(search.trim()));
    table.setPageSize(pageSize);
    const found = table.getPrePaginatedRowModel().rows;
    const pages = Math.max(1, Math.ceil(found.length / pageSize));
    const shown = Math.min(page, pages - 1);
    table.setPageIndex(shown);
    return {
      rows: table.getRowModel().rows.map(({ original }) => original.row),
      found: found.map(({ original }) => original.row),
      page: shown,
      pages,
    };
  };
}

interface Comparable {
  readonly getValue: (columnId: string) => unknown;
}

function compareValues(one: unknown, other: unknown, collator: Intl.Collator): number {
  if (typeof one === "number" && typeof other === "number") {
    return one - other;
  }
  return collator.compare(plainText(one), plainText(other));
}

/** "sao" finds "São Paulo". */
function searchText(value: unknown): string {
  return plainText(value)
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

function plainText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}
