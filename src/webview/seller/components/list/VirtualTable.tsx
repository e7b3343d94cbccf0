import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import type { ColumnView, ListView } from "../../../../shared/sellerPage/sellerState.ts";
import { Icon } from "../../../kit/Icon.tsx";
import { canEdit, type ListStore } from "../../listStore.ts";
import { useSellerPage } from "../../sellerPage.ts";
import { useRowWindow } from "../parts/rowWindow.ts";
import { isNumber, Row, rowHeight, type RowTemplate } from "./TableRow.tsx";

type OkView = Extract<ListView, { ok: true }>;

export interface VirtualTableProps {
  readonly store: ListStore;
  readonly view: OkView;
}

/** The most drawn rows: browsers draw at most about 33 million pixels. A search reaches the rows behind them. */
const maxRows = 1_000_000;

/** Only visible rows are in the page. */
export function VirtualTable({ store, view }: VirtualTableProps): JSX.Element {
  const { words } = useSellerPage();
  const rows = Math.min(store.matching.value, maxRows);
  const { scroller, window, measure } = useRowWindow(rowHeight);
  const last = Math.min(rows, window.first + window.count) - 1;
  useEffect(() => store.need(window.first, last), [window, last, store.query.value, view]);
  const keys = useTableKeys(store, view, scroller);
  const template = templateOf(view.columns);
  const indexes = Array.from({ length: Math.max(0, last - window.first + 1) });
  return (
    <div
      ref={scroller}
      class="table"
      role="grid"
      tabIndex={0}
      aria-label={words[store.list]}
      aria-rowcount={rows + 1}
      aria-colcount={view.columns.length}
      aria-multiselectable={canEdit(store.list) ? true : undefined}
      aria-activedescendant={`row-${store.active.value}`}
      data-version={store.version.value}
      onScroll={measure}
      onKeyDown={keys}
    >
      <Header store={store} columns={view.columns} template={template} />
      {rows === 0 && <p class="empty">{words.nothingFound}</p>}
      <div
        class="table-rows"
        role="rowgroup"
        style={{ height: `${rows * rowHeight}px`, minWidth: template.minWidth }}
      >
        {indexes.map((_, offset) => (
          <Row
            key={window.first + offset}
            index={window.first + offset}
            store={store}
            view={view}
            template={template}
          />
        ))}
      </div>
    </div>
  );
}

function templateOf(columns: readonly ColumnView[]): RowTemplate {
  const widths = columns.map(widthOf);
  return {
    gridTemplateColumns: widths.map((width) => `minmax(${width}px, ${width}fr)`).join(" "),
    minWidth: `${widths.reduce((sum, width) => sum + width, 16)}px`,
  };
}

interface HeaderProps {
  readonly store: ListStore;
  readonly columns: readonly ColumnView[];
  readonly template: RowTemplate;
}

function Header({ store, columns, template }: HeaderProps): JSX.Element {
  const { sortBy, isDescending } = store.query.value;
  return (
    <div class="table-header" role="rowgroup">
      <div class="table-row" role="row" aria-rowindex={1} style={template}>
        {columns.map(({ name, label, kind }) => {
          const isSorted = sortBy === name;
          const order = isDescending ? "descending" : "ascending";
          return (
            <div
              key={name}
              role="columnheader"
              class={isNumber(kind) ? "cell number" : "cell"}
              aria-sort={isSorted ? order : "none"}
            >
              <button type="button" class="sort" title={name} onClick={() => store.sortBy(name)}>
                <span class="cell-text">{label}</span>
                {isSorted && <Icon name={isDescending ? "arrow-down" : "arrow-up"} />}
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Arrow keys move, Enter edits the row, F2 its value, blank selects it, the copy key copies it. */
function useTableKeys(
  store: ListStore,
  view: OkView,
  scroller: { readonly current: HTMLElement | null },
): (event: KeyboardEvent) => void {
  const { words, form, notice } = useSellerPage();
  const copy = async (index: number): Promise<void> => {
    notice.value = words.copied(await store.copy(index));
  };
  return (event) => {
    const index = store.active.value;
    const next = moved(event.key, index, store.matching.value);
    if (event.target !== scroller.current) {
      return;
    }
    if (next !== undefined && scroller.current) {
      store.active.value = next;
      scrollTo(scroller.current, next);
    } else if (changeKey(store, event)) {
      // The input itself handles Enter.
    } else if (event.key === "Enter") {
      void form.open({ call: view.form, row: { query: store.query.value, index } });
    } else if (event.key.toLowerCase() === "c" && isCommand(event)) {
      void copy(index);
    } else {
      return;
    }
    event.preventDefault();
  };
}

function changeKey(store: ListStore, event: KeyboardEvent): boolean {
  if (!canEdit(store.list)) {
    return false;
  }
  if (event.key === "F2") {
    store.editing.value = store.active.value;
  } else if (event.key === " ") {
    store.select(store.active.value, "toggle");
  } else if (event.key.toLowerCase() === "a" && isCommand(event)) {
    store.selectAll();
  } else {
    return false;
  }
  return true;
}

function isCommand({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey;
}

function moved(key: string, index: number, rows: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: 20,
    PageUp: -20,
    Home: -rows,
    End: rows,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(rows - 1, index + step));
}

function scrollTo(scroller: HTMLElement, index: number): void {
  const top = index * rowHeight;
  const visible = scroller.clientHeight - 2 * rowHeight;
  if (top < scroller.scrollTop) {
    scroller.scrollTop = top;
  } else if (top > scroller.scrollTop + visible) {
    scroller.scrollTop = top - visible;
  }
}

/** The least width of a column in pixels; spare width is shared in these proportions. */
function widthOf({ kind, name }: ColumnView): number {
  switch (kind) {
    case "decimal":
      return 96;
    case "integer":
      return 112;
    case "timestamp":
      return 160;
    case "text":
      return name === "descricao" ? 256 : 136;
    default:
      return 128;
  }
}
