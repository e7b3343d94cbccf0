import type { JSX } from "preact";
import { useState } from "preact/hooks";

import type { BulkChange } from "../../../../shared/sellerPage/bulk.ts";
import { Select } from "../../../../ui/Select.tsx";
import type { ListStore } from "../../listStore.ts";
import { useSellerPage } from "../../sellerPage.ts";

export function BulkBar({ store }: { readonly store: ListStore }): JSX.Element | null {
  const { words, format, host, report } = useSellerPage();
  const [change, setChange] = useState<BulkChange>({ kind: "set", value: "" });
  const { size } = store.selected.value;
  if (size === 0) {
    return null;
  }
  const query = store.query.value;
  const isAll = size >= store.matching.value;
  return (
    <form
      class="toolbar bulk"
      aria-label={words.changeSelected}
      onSubmit={(event) => {
        event.preventDefault();
        const rows = isAll ? {} : { rows: [...store.selected.value] };
        void host.bulkEdit({ query, ...rows, change }).then(report);
      }}
    >
      <span role="status">{words.selectedRows(format.count(size))}</span>
      <Select
        label={words.howToChange}
        value={change.kind}
        options={[
          ["set", words.changeSet],
          ["add", words.changeAdd],
          ["percent", words.changePercent],
        ]}
        onChange={(kind) => setChange({ ...change, kind })}
      />
      <input
        class="field bulk-value"
        aria-label={words.changeValue}
        inputMode="decimal"
        required
        value={change.value}
        onInput={(event) => setChange({ ...change, value: event.currentTarget.value })}
      />
      <button type="submit" class="button small">
        {words.reviewChanges}
      </button>
      <button
        type="button"
        class="button small quiet"
        onClick={() => {
          store.selected.value = new Set();
        }}
      >
        {words.selectNone}
      </button>
    </form>
  );
}
