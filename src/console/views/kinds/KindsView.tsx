import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";

import { termsSchema } from "../../../shared/hubApi/hubKinds.ts";
import { useSignedIn } from "../../app/console.ts";
import type { Format } from "../../app/format.ts";
import type { OwnKind } from "../../data/types.ts";
import { Button } from "../../parts/Button.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { Tag } from "../../parts/Tag.tsx";
import type { Words } from "../../words/en.ts";
import { type RecordForm, RecordDialog } from "../records/RecordDialog.tsx";
import { optionsOf } from "../records/recordFields.ts";
import { deletion, RecordsView, type Removal } from "../records/RecordsView.tsx";
import { kindFields } from "./kindFields.ts";
import { KindTrial } from "./KindTrial.tsx";

const newKind = { action: "mask", is_active: true, profiles: [], near: [], excuse: [] };

export function KindsView(): JSX.Element {
  const page = useSignedIn();
  const { records, words, format, preferences } = page;
  const [terms, setTerms] = useState<RecordForm>();
  const [stored, setStored] = useState("");
  const text = words.value;
  const isEnglish = preferences.locale.value === "en";
  const nameOf = ({ labels }: OwnKind): string => (isEnglish ? labels.en : labels["pt-br"]);
  useEffect(() => records.profiles.want(), [records]);
  const columns = useMemo(
    () => kindColumns(text, format.value, nameOf),
    [text, format.value, isEnglish],
  );
  const form = (kind: OwnKind | undefined): RecordForm | undefined =>
    kind?.source === "file"
      ? undefined
      : {
          title: kind ? text.editOf(nameOf(kind)) : text.newKind,
          submit: kind ? text.save : text.createKind,
          fields: kindFields(text, optionsOf(records.profiles.data)),
          record: kind ?? newKind,
          method: kind ? "PATCH" : "POST",
          path: () => (kind ? pathOf(kind) : "kinds"),
          after: (state) => <KindTrial id={kind?.id} kind={() => state.body()} />,
        };
  return (
    <>
      <RecordsView
        title={text.kinds}
        lead={text.kindsLead}
        list={records.kinds}
        {...{ columns, form }}
        exportName="kinds"
        newLabel={text.newKind}
        actions={(kind) =>
          kind.source === "record" && (
            <Button
              label={text.termsOf(nameOf(kind))}
              onClick={() =>
                setTerms(
                  termsForm(text, kind, { name: nameOf(kind), setStored, format: format.value }),
                )
              }
            >
              {text.terms}
            </Button>
          )
        }
        removal={(kind) => kindRemoval(text, kind, nameOf(kind))}
        empty={text.kindsEmpty}
      >
        {stored !== "" && <p role="status">{stored}</p>}
      </RecordsView>
      {terms && (
        <RecordDialog form={terms} list={records.kinds} onClose={() => setTerms(undefined)} />
      )}
    </>
  );
}

function kindRemoval(text: Words, kind: OwnKind, name: string): Removal | undefined {
  return kind.source === "file"
    ? undefined
    : deletion(text, pathOf(kind), name, text.deleteQuestion);
}

function pathOf({ id }: OwnKind): string {
  return `kinds/${encodeURIComponent(id)}`;
}

function isOnTrial({ acts_from: from }: OwnKind): boolean {
  return typeof from === "string" && Date.parse(from) > Date.now();
}

function lookOf(kind: OwnKind): "off" | "warn" | "good" {
  return kind.is_active ? (isOnTrial(kind) ? "warn" : "good") : "off";
}

function kindColumns(
  text: Words,
  format: Format,
  nameOf: (kind: OwnKind) => string,
): readonly Column<OwnKind>[] {
  const activeText = (kind: OwnKind): string =>
    isOnTrial(kind) ? text.kindTrialUntil(format.date(kind.acts_from ?? "")) : text.active;
  const stateOf = (kind: OwnKind): string => {
    const state = kind.is_active ? activeText(kind) : text.inactive;
    return kind.source === "file" ? text.kindFromFile(state) : state;
  };
  return [
    { id: "name", label: text.name, value: nameOf },
    {
      id: "placeholder",
      label: text.kindPlaceholder,
      isMinor: true,
      value: ({ placeholder }) => placeholder,
      cell: ({ placeholder }) => <span class="code">{placeholder}</span>,
    },
    {
      id: "finds",
      label: text.kindFinds,
      value: ({ pattern, terms }) =>
        [pattern ?? "", terms > 0 ? text.kindTermCount(format.count(terms)) : ""]
          .filter((part) => part !== "")
          .join(" · "),
    },
    { id: "action", label: text.kindAction, value: ({ action }) => text.dlpAction[action] },
    {
      id: "state",
      label: text.state,
      value: stateOf,
      cell: (kind) => <Tag look={lookOf(kind)}>{stateOf(kind)}</Tag>,
    },
  ];
}

interface TermsOptions {
  readonly name: string;
  readonly format: Format;
  readonly setStored: (text: string) => void;
}

function termsForm(
  text: Words,
  kind: OwnKind,
  { name, format, setStored }: TermsOptions,
): RecordForm {
  return {
    title: text.termsOf(name),
    submit: text.save,
    fields: [{ name: "list", label: text.termsList, hint: text.termsHint, kind: "lines" }],
    method: "PUT",
    path: () => `${pathOf(kind)}/terms`,
    finish: ({ list }) => ({ list: Array.isArray(list) ? list.join("\n") : "" }),
    onSaved: (answer) => {
      const { terms, duplicates, refused } = termsSchema.parse(answer);
      setStored(
        text.termsStored(format.count(terms), format.count(duplicates), format.count(refused)),
      );
    },
  };
}
