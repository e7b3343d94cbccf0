import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";

import { useSignedIn } from "../../app/console.ts";
import { anything } from "../../data/api.ts";
import type { Resource } from "../../data/resource.ts";
import type { Sort } from "../../data/tableModel.ts";
import { Button } from "../../parts/Button.tsx";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { type Column, DataTable } from "../../parts/DataTable.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { type Words } from "../../words/en.ts";
import { PageHead } from "../parts/PageHead.tsx";
import { type RecordForm, RecordDialog } from "./RecordDialog.tsx";

export interface RecordsViewProps<T extends { readonly id: string }> {
  readonly title: string;
  readonly lead: string;
  readonly list: Resource<readonly T[]>;
  readonly columns: readonly Column<T>[];
  readonly sort?: Sort;
  readonly exportName: string;
  readonly newLabel: string;
  /** Undefined for a record that cannot be edited. */
  readonly form: (record: T | undefined) => RecordForm | undefined;
  readonly removal: (record: T) => Removal | undefined;
  readonly actions?: (record: T) => ComponentChildren;
  readonly empty: string;
  readonly children?: ComponentChildren;
}

export interface Removal {
  readonly label: string;
  readonly title: string;
  readonly question: string;
  readonly path: string;
}

export function deletion(text: Words, path: string, name: string, question: string): Removal {
  return { label: text.delete, title: text.deleteOf(name), question, path };
}

export function RecordsView<T extends { readonly id: string }>(
  props: RecordsViewProps<T>,
): JSX.Element {
  const { list, form } = props;
  const [shown, setShown] = useState<{ readonly form: RecordForm }>();
  const [removal, setRemoval] = useState<Removal>();
  const open = (record: T | undefined): void => {
    const found = form(record);
    setShown(found && { form: found });
  };
  const add = (
    <Button look="primary" icon="plus" onClick={() => open(undefined)}>
      {props.newLabel}
    </Button>
  );
  return (
    <>
      <PageHead title={props.title} lead={props.lead}>
        {add}
      </PageHead>
      {props.children}
      <Loaded resource={list}>
        {(rows) => <RecordsTable {...props} {...{ rows, open }} onRemove={setRemoval} />}
      </Loaded>
      {shown && <RecordDialog form={shown.form} list={list} onClose={() => setShown(undefined)} />}
      {removal && (
        <RemovalDialog removal={removal} list={list} onClose={() => setRemoval(undefined)} />
      )}
    </>
  );
}

interface RecordsTableProps<T extends { readonly id: string }> extends RecordsViewProps<T> {
  readonly rows: readonly T[];
  readonly open: (record: T | undefined) => void;
  readonly onRemove: (removal: Removal) => void;
}

function RecordsTable<T extends { readonly id: string }>(props: RecordsTableProps<T>): JSX.Element {
  const { rows, columns, form, removal, open, onRemove } = props;
  const [first, ...others] = columns;
  const linked = first && {
    ...first,
    cell: (row: T) => {
      const content = first.cell?.(row) ?? first.value(row);
      return form(row) ? (
        <Button look="link" onClick={() => open(row)}>
          {content}
        </Button>
      ) : (
        content
      );
    },
  };
  return (
    <DataTable
      label={props.title}
      sort={props.sort ?? { id: "name", isDescending: false }}
      rows={rows}
      rowId={({ id }) => id}
      exportName={props.exportName}
      columns={linked ? [linked, ...others] : columns}
      empty={<p>{props.empty}</p>}
      actions={(row) => {
        const found = removal(row);
        return (
          <>
            {props.actions?.(row)}
            {found && (
              <Button label={found.title} onClick={() => onRemove(found)}>
                {found.label}
              </Button>
            )}
          </>
        );
      }}
    />
  );
}

interface RemovalDialogProps {
  readonly removal: Removal;
  readonly list: Resource<readonly unknown[]>;
  readonly onClose: () => void;
}

function RemovalDialog({ removal, list, onClose }: RemovalDialogProps): JSX.Element {
  const { api, spoken, words } = useSignedIn();
  const act = async (): Promise<void> => {
    await api.change({ method: "DELETE", path: removal.path }, anything);
    await list.load();
    spoken.value = words.value.done;
  };
  return (
    <ConfirmDialog {...{ act, onClose }} title={removal.title} confirm={removal.label}>
      <p>{removal.question}</p>
    </ConfirmDialog>
  );
}
