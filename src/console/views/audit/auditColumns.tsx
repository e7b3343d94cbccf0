import type { Format } from "../../app/format.ts";
import { auditLook } from "../../data/auditLook.ts";
import type { AuditRow } from "../../data/foldCompletions.ts";
import type { AuditEntry } from "../../data/types.ts";
import { Button } from "../../parts/Button.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { Tag } from "../../parts/Tag.tsx";
import type { Words } from "../../words/en.ts";
import { kindName, modelText, type RequestedModels, summaryOf, whoOf } from "../parts/auditText.ts";
import type { Names } from "../parts/names.ts";

export interface AuditColumnsOptions {
  readonly words: Words;
  readonly format: Format;
  readonly names: Names;
  readonly requested: RequestedModels;
  readonly now: number;
  readonly hasCost: boolean;
  readonly onOpen: (row: AuditRow) => void;
}

export function auditColumns(options: AuditColumnsOptions): readonly Column<AuditRow>[] {
  const { words, format, names, requested, now, hasCost, onOpen } = options;
  return [
    {
      id: "time",
      isShort: true,
      label: `${words.time} (${format.zone(now)})`,
      value: ({ time }) => time,
      cell: (entry) => (
        <Button look="link" onClick={() => onOpen(entry)}>
          <time title={format.dateTime(entry.time)}>{format.nearTime(entry.time, now)}</time>
        </Button>
      ),
    },
    {
      id: "kind",
      isShort: true,
      label: words.kind,
      value: ({ kind }) => kindName(words, kind),
      cell: ({ kind }) => <Tag look={auditLook(kind)}>{kindName(words, kind)}</Tag>,
    },
    {
      id: "who",
      label: words.who,
      value: (entry) => whoOf(entry, names).name,
      cell: (entry) => {
        const { name, isToken } = whoOf(entry, names);
        return isToken ? (
          <span>
            {name} <span class="quiet">({words.token.toLowerCase()})</span>
          </span>
        ) : (
          name
        );
      },
    },
    { id: "app", label: words.app, isMinor: true, value: ({ app }) => app },
    {
      id: "model",
      label: words.model,
      value: (row) =>
        row.completions === undefined ? modelText(row, requested, words) : row.model,
    },
    {
      id: "what",
      label: words.what,
      value: (row) =>
        row.completions === undefined
          ? summaryOf(row, { words, format, names })
          : words.completionsSummed(format.count(row.completions)),
    },
    ...(hasCost ? costColumns(words, format) : []),
  ];
}

function costColumns(words: Words, format: Format): readonly Column<AuditEntry>[] {
  return [
    {
      id: "tokens",
      label: words.tokenUnits,
      isNumber: true,
      isMinor: true,
      value: tokensOf,
      cell: (entry) => {
        const sum = tokensOf(entry);
        return sum === undefined ? "" : format.count(sum);
      },
    },
    {
      id: "cost",
      label: words.cost,
      isNumber: true,
      value: ({ cost }) => (cost === null ? undefined : Number(cost)),
      cell: ({ cost }) => (cost === null ? "" : format.money(cost)),
    },
  ];
}

function tokensOf({ input_tokens: input, output_tokens: output }: AuditEntry): number | undefined {
  return input === null && output === null ? undefined : (input ?? 0) + (output ?? 0);
}
