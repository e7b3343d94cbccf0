import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";

import type { ImportState } from "../../../../shared/sellerPage/sellerImport.ts";
import { VisibleText } from "../../../tools/VisibleText.tsx";
import { ImportRowsStore, type ShownRow } from "../../importRowsStore.ts";
import { useSellerPage } from "../../sellerPage.ts";
import { useRowWindow } from "../parts/rowWindow.ts";
import type { ImportRowsProps } from "./ImportRows.tsx";

interface RowsInWordsProps extends ImportRowsProps {
  readonly fields: ImportState["fields"];
}

/** Shows "Café 1 · MG: 21,90 → 23,00". Only visible rows are in the page. */
export function RowsInWords(props: RowsInWordsProps): JSX.Element {
  const { check } = props;
  const { words, host } = useSellerPage();
  const store = useMemo(() => {
    const made = new ImportRowsStore(host);
    made.filter("all");
    return made;
  }, [host]);
  // In a narrow view a row has two lines.
  const rowHeight = innerWidth <= 480 ? 48 : 32;
  const { scroller, window, measure } = useRowWindow(rowHeight);
  useMemo(() => store.refresh(), [store, check.revision]);
  const rows = store.matching.value ?? 0;
  const last = Math.min(rows, window.first + window.count);
  useEffect(
    () => store.need(window.first, window.first + window.count),
    [store, window, check.revision],
  );
  return (
    <div
      ref={scroller}
      class="table rows-in-words"
      style={{ height: `min(60vh, 480px, ${Math.max(1, rows) * rowHeight + 2}px)` }}
      role="list"
      tabIndex={0}
      aria-label={words.rowsTitle}
      data-version={store.version.value}
      onScroll={measure}
    >
      <div class="table-rows" role="presentation" style={{ height: `${rows * rowHeight}px` }}>
        {Array.from({ length: Math.max(0, last - window.first) }, (_, offset) => {
          const index = window.first + offset;
          const row = store.row(index);
          return (
            <div
              key={index}
              class={`table-row ${row?.effect ?? ""}${row?.isLeftOut === true ? " left-out" : ""}`}
              role="listitem"
              style={{
                height: `${rowHeight}px`,
                transform: `translateY(${index * rowHeight}px)`,
              }}
            >
              {row && <Row row={row} store={store} {...props} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface RowProps extends RowsInWordsProps {
  readonly row: ShownRow;
  readonly store: ImportRowsStore;
}

function Row({ row, store, canChoose, isUnderWay, ...props }: RowProps): JSX.Element {
  const { words, host, exchange } = useSellerPage();
  const { line, effect, isLeftOut, note, subject = note ?? "" } = row;
  const isSent = isUnderWay && !isLeftOut && effect !== "invalid" && effect !== "same";
  return (
    <>
      <label class="row-in-words">
        <input
          type="checkbox"
          checked={!isLeftOut && effect !== "invalid"}
          disabled={!canChoose || effect === "invalid"}
          onChange={(event) => {
            const isWritten = event.currentTarget.checked;
            store.mark(line, !isWritten);
            void host.chooseImportRows({ choice: { line }, isWritten });
          }}
        />
        <span>
          <VisibleText text={subject} />
          {": "}
          {effect === "invalid" ? note : <Values row={row} {...props} />}
        </span>
      </label>
      {isSent && (
        <button
          type="button"
          class="link"
          onClick={() => void exchange.open({ kind: "row", line })}
        >
          {words.showExchange}
        </button>
      )}
    </>
  );
}

/** Shows changed values; if there are none, all values except the subject's. */
function Values({
  row: { cells, effect },
  check: { columns },
  fields,
}: Pick<RowProps, "row" | "check" | "fields">): JSX.Element {
  const { words, format } = useSellerPage();
  const values = cells.flatMap(({ before, after }, column) => {
    const field = fields.find(({ name }) => name === columns[column]);
    return field && after !== undefined && after !== null && !inSubject.has(field.name)
      ? [{ field, before, after }]
      : [];
  });
  const changed = values.filter(({ before }) => before !== undefined && before !== null);
  if (effect === "same") {
    return <span class="quiet">{words.effectSame}</span>;
  }
  const shown = changed.length > 0 ? changed : values;
  return (
    <>
      {shown.map(({ field: { name, label, kind }, before, after }, index) => (
        <span key={name}>
          {index > 0 && " · "}
          {shown.length > 1 && <span class="quiet">{label} </span>}
          {before !== undefined && before !== null && (
            <>
              <del>{format.cell(before, kind)}</del>
              <span aria-label={words.becomes}> → </span>
            </>
          )}
          <span class="after">{format.cell(after, kind)}</span>
        </span>
      ))}
    </>
  );
}

const inSubject: ReadonlySet<string> = new Set([
  "codigoProdutoMarketplace",
  "produto.codigo",
  "estado.codigo",
  "numeroPedido",
  "codigoStatus",
]);
