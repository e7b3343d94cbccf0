import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { editableColumn } from "../../../../shared/sellerPage/bulk.ts";
import type { Cell, ColumnView, ListView } from "../../../../shared/sellerPage/sellerState.ts";
import { canEdit, type ListStore } from "../../listStore.ts";
import { useSellerPage } from "../../sellerPage.ts";

export type RowTemplate = Readonly<Record<"gridTemplateColumns" | "minWidth", string>>;

export const rowHeight = 28;

interface RowProps {
  readonly store: ListStore;
  readonly view: Extract<ListView, { ok: true }>;
  readonly index: number;
  readonly template: RowTemplate;
}

export function Row({ index, store, view, template }: RowProps): JSX.Element {
  const { format, form } = useSellerPage();
  const editable = canEdit(store.list) ? editableColumn[store.list] : undefined;
  const cells: readonly Cell[] | undefined = store.row(index);
  const isActive = store.active.value === index;
  const isSelected = store.selected.value.has(index);
  const edit = (): void => {
    store.active.value = index;
    void form.open({ call: view.form, row: { query: store.query.value, index } });
  };
  return (
    <div
      id={`row-${index}`}
      class={`table-row${isActive ? " active" : ""}${isSelected ? " selected" : ""}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={editable === undefined ? isActive : isSelected}
      style={{ ...template, transform: `translateY(${index * rowHeight}px)` }}
      onClick={({ ctrlKey, metaKey, shiftKey }) => {
        if (editable !== undefined && (ctrlKey || metaKey || shiftKey)) {
          store.select(index, shiftKey ? "range" : "toggle");
        }
        store.active.value = index;
      }}
      onDblClick={edit}
    >
      {view.columns.map(({ name, kind }, column) => {
        const text = format.cell(cells?.[column], kind);
        if (name === editable && store.editing.value === index && cells) {
          return (
            <ValueInput key={name} index={index} store={store} view={view} value={cells[column]} />
          );
        }
        return (
          <div
            key={name}
            role="gridcell"
            class={isNumber(kind) ? "cell number" : "cell"}
            title={text}
            onDblClick={(event) => {
              if (name === editable) {
                event.stopPropagation();
                store.active.value = index;
                store.editing.value = index;
              }
            }}
          >
            <span class="cell-text">{text}</span>
          </div>
        );
      })}
    </div>
  );
}

interface ValueProps extends Omit<RowProps, "template"> {
  readonly value: Cell | undefined;
}

/** Enter shows the write for review, as a form does; Escape cancels. */
function ValueInput({ index, store, view, value }: ValueProps): JSX.Element {
  const { words, form, isPortuguese } = useSellerPage();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.select(), []);
  const leave = (): void => {
    store.editing.value = undefined;
    input.current?.closest<HTMLElement>("[role=grid]")?.focus();
  };
  const column = canEdit(store.list) ? editableColumn[store.list] : "";
  const label = view.columns.find(({ name }) => name === column)?.label ?? column;
  return (
    <div role="gridcell" class="cell number">
      <input
        ref={input}
        class="field value-input"
        aria-label={words.newValue(label)}
        inputMode="decimal"
        value={String(value ?? "").replace(".", isPortuguese ? "," : ".")}
        onClick={(event) => event.stopPropagation()}
        onBlur={() => {
          store.editing.value = undefined;
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Escape") {
            leave();
          } else if (event.key === "Enter") {
            event.preventDefault();
            const typed = event.currentTarget.value;
            leave();
            const row = { query: store.query.value, index };
            void form.edit({ call: view.form, row }, column, typed);
          }
        }}
      />
    </div>
  );
}

export function isNumber(kind: ColumnView["kind"]): boolean {
  return kind === "integer" || kind === "decimal";
}
