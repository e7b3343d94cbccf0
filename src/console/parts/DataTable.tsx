import type { ComponentChildren, JSX } from "preact";
import { useMemo, useState } from "preact/hooks";

import { useConsole } from "../app/console.ts";
import type { Format } from "../app/format.ts";
import { csvOf } from "../data/csv.ts";
import { downloadText } from "../data/download.ts";
import {
  createTableModel,
  type ModelColumn,
  type Sort,
  type TableView,
} from "../data/tableModel.ts";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { Pager } from "./Pager.tsx";
import { columnClass, HeadCell, SortSelect } from "./tableSort.tsx";

export interface Column<T> extends ModelColumn<T> {
  readonly label: string;
  readonly cell?: (row: T) => ComponentChildren;
  readonly isNumber?: boolean;
  readonly isShort?: boolean;
  readonly isMinor?: boolean;
}

export interface DataTableProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly rowId: (row: T) => string;
  readonly sort?: Sort;
  /** File name without extension; absent if the hub itself exports. */
  readonly exportName?: string;
  readonly hasSearch?: boolean;
  readonly actions?: (row: T) => ComponentChildren;
  readonly empty: ComponentChildren;
}

function withLocalTime<T>(cell: T, { dateTime }: Format): T | string {
  return typeof cell === "string" && isoTime.test(cell) ? dateTime(cell) : cell;
}

const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u;

export function DataTable<T>(props: DataTableProps<T>): JSX.Element {
  const { rows, columns } = props;
  const { words, format } = useConsole();
  const { view, show } = useTableView(props.sort);
  const model = useMemo(
    () => createTableModel({ rows, columns, locale: format.value.locale }),
    [rows, columns, format.value],
  );
  const part = model(view);
  const exportAs = (name: string): void => {
    const lines = part.found.map((row) =>
      columns.map(({ value }) => withLocalTime(value(row), format.value)),
    );
    const text = csvOf([columns.map(({ label }) => label), ...lines]);
    downloadText(`${name}.csv`, "text/csv;charset=utf-8", text);
  };
  const { exportName, hasSearch = true } = props;
  if (rows.length === 0) {
    return <div class="empty">{props.empty}</div>;
  }
  return (
    <>
      <div class="table-tools">
        {hasSearch && (
          <SearchBox
            label={words.value.searchIn(props.label)}
            value={view.search}
            onInput={(search) => show({ search })}
          />
        )}
        <SortSelect columns={columns} sort={view.sort} onSort={(sort) => show({ sort })} />
        {exportName !== undefined && (
          <Button icon="download" onClick={() => exportAs(exportName)}>
            {words.value.exportCsv}
          </Button>
        )}
      </div>
      {part.found.length === 0 ? (
        <div class="empty">
          <p>{words.value.nothingFound}</p>
        </div>
      ) : (
        <TableBody
          {...props}
          shown={part.rows}
          sort={view.sort}
          onSort={(sort) => show({ sort })}
        />
      )}
      <Pager
        {...part}
        pageSize={view.pageSize}
        onPage={(page) => show({ page })}
        onPageSize={(pageSize) => show({ pageSize })}
      />
    </>
  );
}

/** A new order or search returns to the first page. */
function useTableView(sort: Sort | undefined): {
  readonly view: TableView;
  readonly show: (change: Partial<TableView>) => void;
} {
  const [view, setView] = useState<TableView>({ sort, search: "", page: 0, pageSize: 50 });
  return { view, show: (change) => setView({ ...view, page: 0, ...change }) };
}

interface TableBodyProps<T> extends Omit<DataTableProps<T>, "sort"> {
  readonly shown: readonly T[];
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort) => void;
}

function TableBody<T>(props: TableBodyProps<T>): JSX.Element {
  const { columns, shown, actions, sort, onSort } = props;
  const words = useConsole().words.value;
  // A narrow window draws the table as cards, whose elements lose their own roles.
  return (
    <div class="table-scroll">
      <table class="table" role="table" aria-label={props.label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
            {actions && (
              <th role="columnheader" scope="col" class="actions">
                <span class="unseen">{words.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.map((row) => (
            <tr role="row" key={props.rowId(row)}>
              {columns.map((column, index) => (
                <Cell key={column.id} column={column} row={row} isName={index === 0} />
              ))}
              {actions && (
                <td role="cell" class="actions">
                  {actions(row)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps<T> {
  readonly column: Column<T>;
  readonly row: T;
  readonly isName: boolean;
}

function Cell<T>({ column, row, isName }: CellProps<T>): JSX.Element {
  const { cell, value, label } = column;
  const content = cell ? cell(row) : value(row);
  const className = columnClass(column);
  return isName ? (
    <th role="rowheader" scope="row" class={className}>
      {content}
    </th>
  ) : (
    <td role="cell" class={className} data-label={label}>
      {content}
    </td>
  );
}

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

function SearchBox({ label, value, onInput }: SearchBoxProps): JSX.Element {
  return (
    <span class="search">
      <Icon name="search" />
      <input
        type="search"
        class="field"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={200}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </span>
  );
}
