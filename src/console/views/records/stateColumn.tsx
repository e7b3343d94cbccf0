import type { Column } from "../../parts/DataTable.tsx";
import { Tag } from "../../parts/Tag.tsx";
import type { Words } from "../../words/en.ts";

export function stateColumn<T extends { readonly is_active: boolean }>(words: Words): Column<T> {
  const textOf = ({ is_active: isActive }: T): string => (isActive ? words.active : words.inactive);
  return {
    id: "state",
    isShort: true,
    label: words.state,
    value: textOf,
    cell: (record) => <Tag look={record.is_active ? "good" : "off"}>{textOf(record)}</Tag>,
  };
}
