import type { JSX } from "preact";
import { useMemo } from "preact/hooks";

import { useSignedIn } from "../../app/console.ts";
import type { Sector } from "../../data/types.ts";
import type { Column } from "../../parts/DataTable.tsx";
import type { RecordForm } from "../records/RecordDialog.tsx";
import { deletion, RecordsView } from "../records/RecordsView.tsx";

export function SectorsView(): JSX.Element {
  const { records, words, format, now } = useSignedIn();
  const text = words.value;
  const columns = useMemo<readonly Column<Sector>[]>(
    () => [
      { id: "name", label: text.name, value: ({ name }) => name },
      {
        id: "created",
        isShort: true,
        label: text.created,
        value: (sector) => sector.created_at,
        cell: (sector) => format.value.nearDate(sector.created_at, now()),
      },
    ],
    [text, format.value],
  );
  const form = (sector: Sector | undefined): RecordForm => ({
    title: sector ? text.editOf(sector.name) : text.newSector,
    submit: sector ? text.save : text.createSector,
    fields: [{ name: "name", label: text.name, kind: "text", isRequired: true, maxLength: 100 }],
    record: sector,
    method: sector ? "PATCH" : "POST",
    path: () => (sector ? `sectors/${encodeURIComponent(sector.id)}` : "sectors"),
  });
  return (
    <RecordsView
      title={text.sectors}
      lead={text.sectorsLead}
      list={records.sectors}
      {...{ columns, form }}
      exportName="sectors"
      newLabel={text.newSector}
      removal={({ id, name }) =>
        deletion(text, `sectors/${encodeURIComponent(id)}`, name, text.deleteQuestion)
      }
      empty={text.sectorsEmpty}
    />
  );
}
