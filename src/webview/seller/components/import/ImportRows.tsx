import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";

import { type ImportFilter, importFilterSchema } from "../../../../shared/sellerPage/importRows.ts";
import type { ImportState } from "../../../../shared/sellerPage/sellerImport.ts";
import { Select } from "../../../../ui/Select.tsx";
import { ImportRowsStore, type ShownRow } from "../../importRowsStore.ts";
import { useSellerPage } from "../../sellerPage.ts";
import { useRowWindow } from "../parts/rowWindow.ts";

export interface ImportRowsProps {
  readonly check: NonNullable<ImportState["check"]>;
  readonly canChoose: boolean;
  /** True once writing has begun: a row may then have a request with its answer. */
  readonly isUnderWay: boolean;
}

const rowHeight = 44;

export function ImportRows(props: ImportRowsProps): JSX.Element {
  const { check, canChoose } = props;
  const { words, format, host } = useSellerPage();
  const store = useMemo(() => new ImportRowsStore(host), [host]);
  const show = store.show.value;
  const matching = store.matching.value;
  return (
    <section class="import-rows" aria-label={words.rowsTitle}>
      <div class="rows-bar">
        <label class="rows-filter">
          {words.showRows}
          <Select
            value={show}
            options={importFilterSchema.options.map((option) => [
              option,
              words[filterWords[option]],
            ])}
            onChange={(chosen) => store.filter(chosen)}
          />
        </label>
        {matching !== undefined && (
          <span class="quiet" role="status">
            {words.rowsShown(format.count(matching))}
          </span>
        )}
        {canChoose && show !== "invalid" && (
          <>
            <ChooseAll show={show} isWritten label={words.takeAll} />
            <ChooseAll show={show} isWritten={false} label={words.leaveAll} />
          </>
        )}
      </div>
      {check.previewed < check.rows && (
        <p class="problem warning">{words.previewedRows(format.count(check.previewed))}</p>
      )}
      <Rows store={store} {...props} />
    </section>
  );
}

const filterWords = {
  all: "showAll",
  changed: "showChanged",
  invalid: "showInvalid",
} as const satisfies Readonly<Record<ImportFilter, string>>;

const effectWords = {
  added: "effectAdded",
  changed: "effectChanged",
  same: "effectSame",
  unknown: "effectUnknown",
  invalid: "effectInvalid",
} as const satisfies Readonly<Record<ShownRow["effect"], string>>;

function ChooseAll({
  show,
  isWritten,
  label,
}: {
  readonly show: ImportFilter;
  readonly isWritten: boolean;
  readonly label: string;
}): JSX.Element {
  const { host } = useSellerPage();
  return (
    <button
      type="button"
      class="link"
      onClick={() => void host.chooseImportRows({ choice: { show }, isWritten })}
    >
      {label}
    </button>
  );
}

interface RowsProps extends ImportRowsProps {
  readonly store: ImportRowsStore;
}

function Rows({ store, check, canChoose, isUnderWay }: RowsProps): JSX.Element {
  const { words } = useSellerPage();
  const { scroller, window, measure } = useRowWindow(rowHeight);
  const rows = store.matching.value ?? 0;
  const show = store.show.value;
  useMemo(() => store.refresh(), [store, check.revision]);
  useEffect(
    () => store.need(window.first, window.first + window.count),
    [store, window, show, check.revision],
  );
  const last = Math.min(rows, window.first + window.count);
  const template = {
    gridTemplateColumns: `28px 64px 88px repeat(${check.columns.length}, minmax(144px, 1fr))`,
    minWidth: `${196 + check.columns.length * 144}px`,
  };
  return (
    <div
      ref={scroller}
      class="table"
      style={{ height: `min(60vh, 480px, ${(rows + 2) * rowHeight}px)` }}
      role="table"
      tabIndex={0}
      aria-label={words.rowsTitle}
      aria-rowcount={rows + 1}
      data-version={store.version.value}
      onScroll={measure}
    >
      <Header titles={check.columns} style={template} />
      {store.matching.value === 0 && <p class="empty">{words.noSuchRows}</p>}
      <div
        class="table-rows"
        role="rowgroup"
        style={{ height: `${rows * rowHeight}px`, minWidth: template.minWidth }}
      >
        {Array.from({ length: Math.max(0, last - window.first) }, (_, offset) => {
          const index = window.first + offset;
          const row = store.row(index);
          const style = { ...template, transform: `translateY(${index * rowHeight}px)` };
          return row ? (
            <Row
              key={index}
              row={row}
              index={index}
              style={style}
              canChoose={canChoose}
              isUnderWay={isUnderWay}
              store={store}
            />
          ) : (
            <div key={index} class="table-row" style={style} />
          );
        })}
      </div>
    </div>
  );
}

function Header({
  titles,
  style,
}: {
  readonly titles: readonly string[];
  readonly style: RowProps["style"];
}): JSX.Element {
  const { words } = useSellerPage();
  return (
    <div class="table-header" role="rowgroup">
      <div class="table-row" role="row" aria-rowindex={1} style={style}>
        <span role="columnheader">
          <span class="unseen">{words.writeColumn}</span>
        </span>
        {[words.lineColumn, words.effectColumn, ...titles].map((title, index) => (
          <span key={`${index}`} role="columnheader" class="cell" title={title}>
            <span class="cell-text">{title}</span>
          </span>
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  readonly store: ImportRowsStore;
  readonly row: ShownRow;
  readonly index: number;
  readonly style: Readonly<Record<string, string>>;
  readonly canChoose: boolean;
  readonly isUnderWay: boolean;
}

function Row({ row, index, style, canChoose, isUnderWay, store }: RowProps): JSX.Element {
  const { words, host } = useSellerPage();
  const { line, effect, cells, isLeftOut, note } = row;
  return (
    <div
      class={`table-row ${effect}${isLeftOut ? " left-out" : ""}`}
      role="row"
      aria-rowindex={index + 2}
      style={style}
    >
      <span role="cell">
        {effect !== "invalid" && (
          <input
            type="checkbox"
            aria-label={words.writeLine(String(line))}
            checked={!isLeftOut}
            disabled={!canChoose}
            onChange={(event) => {
              const isWritten = event.currentTarget.checked;
              store.mark(line, !isWritten);
              void host.chooseImportRows({ choice: { line }, isWritten });
            }}
          />
        )}
      </span>
      <span role="cell" class="cell">
        <button type="button" class="link" onClick={() => void host.showImportProblem({ line })}>
          {line}
        </button>
      </span>
      <span role="cell" class="cell" title={note}>
        <Effect row={row} isUnderWay={isUnderWay} />
        {note !== undefined && <span class="cell-text quiet">{note}</span>}
      </span>
      {cells.map((cell, column) => (
        <Cell key={`${column}`} cell={cell} />
      ))}
    </div>
  );
}

function Effect({
  row: { line, effect, isLeftOut },
  isUnderWay,
}: Pick<RowProps, "row" | "isUnderWay">): JSX.Element {
  const { words, exchange } = useSellerPage();
  const text = words[effectWords[effect]];
  const isWritten = isUnderWay && !isLeftOut && effect !== "invalid" && effect !== "same";
  return isWritten ? (
    <button
      type="button"
      class="link cell-text effect"
      title={words.showExchange}
      aria-label={`${text}: ${words.showExchange} (${words.line(String(line))})`}
      onClick={() => void exchange.open({ kind: "row", line })}
    >
      {text}
    </button>
  ) : (
    <span class="cell-text effect">{text}</span>
  );
}

/** Shows old → new, and the file's spelling if it differs. */
function Cell({
  cell: { text, before, after },
}: {
  readonly cell: ShownRow["cells"][number];
}): JSX.Element {
  const value = after === undefined ? text : String(after);
  const reading = value === text ? undefined : `${text} → ${value}`;
  const hasBefore = before !== undefined && before !== null;
  return (
    <span
      role="cell"
      class="cell"
      title={[hasBefore ? `${String(before)} → ` : "", value].join("")}
    >
      <span class="cell-text">
        {hasBefore && (
          <>
            <del>{String(before)}</del> →{" "}
          </>
        )}
        <span class={hasBefore ? "after" : undefined}>{value}</span>
      </span>
      {reading !== undefined && (
        <span class="cell-text quiet" title={reading}>
          {reading}
        </span>
      )}
    </span>
  );
}
