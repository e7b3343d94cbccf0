import type { JSX } from "preact";

import { type Option, Select } from "../../ui/Select.tsx";
import { useConsole } from "../app/console.ts";
import type { Sort } from "../data/tableModel.ts";
import { Icon } from "./Icon.tsx";

interface SortColumn {
  readonly id: string;
  readonly label: string;
  readonly isNumber?: boolean;
  readonly isMinor?: boolean;
  readonly isShort?: boolean;
}

export interface HeadCellProps {
  readonly column: SortColumn;
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort) => void;
}

export function HeadCell({ column, sort, onSort }: HeadCellProps): JSX.Element {
  const isSorted = sort?.id === column.id;
  const direction = sort?.isDescending === true ? "descending" : "ascending";
  // The first click on a number column puts the largest first.
  const first = column.isNumber === true;
  const next = isSorted ? !sort.isDescending : first;
  return (
    <th
      role="columnheader"
      scope="col"
      class={columnClass(column)}
      aria-sort={isSorted ? direction : "none"}
    >
      <button
        type="button"
        class="sort"
        onClick={() => onSort({ id: column.id, isDescending: next })}
      >
        {column.label}
        {isSorted && <Icon name={direction === "ascending" ? "sortUp" : "sortDown"} />}
      </button>
    </th>
  );
}

export interface SortSelectProps {
  readonly columns: readonly SortColumn[];
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort) => void;
}

/** Shown when a narrow window hides the table's head. */
export function SortSelect({ columns, sort, onSort }: SortSelectProps): JSX.Element {
  const words = useConsole().words.value;
  return (
    <Select
      class="sort-select"
      label={words.sortBy}
      value={sort?.id ?? ""}
      options={[
        ...(sort ? [] : [["", words.sortBy] as const]),
        ...columns.map(({ id, label }): Option => [id, label]),
      ]}
      onChange={(chosen) => {
        const column = columns.find(({ id }) => id === chosen);
        if (column) {
          onSort({ id: column.id, isDescending: column.isNumber === true });
        }
      }}
    />
  );
}

export function columnClass(column: Omit<SortColumn, "id" | "label">): string {
  const { isNumber = false, isMinor = false, isShort = false } = column;
  return [isNumber && "number", isMinor && "minor", isShort && "short"]
    .filter((name) => name !== false)
    .join(" ");
}
