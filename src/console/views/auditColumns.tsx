import type { Format } from "../app/format.ts";
import { kindLook } from "../data/auditKinds.ts";
import type { AuditEntry } from "../data/types.ts";
import { Button } from "../parts/Button.tsx";
import type { Column } from "../parts/DataTable.tsx";
import { Tag } from "../parts/Tag.tsx";
import type { Words } from "../words/en.ts";
import type { Names } from "./names.ts";

export interface AuditColumnsOptions {
  readonly words: Words;
  readonly format: Format;
  readonly names: Names;
  /** False if no listed entry has a cost. */
  readonly hasCost: boolean;
  readonly onOpen: (entry: AuditEntry) => void;
}

export function auditColumns(options: AuditColumnsOptions): readonly Column<AuditEntry>[] {
  const { words, format, names, hasCost, onOpen } = options;
  return [
    {
      id: "time",
      isShort: true,
      label: words.time,
      value: ({ time }) => time,
      cell: (entry) => (
        <Button look="link" onClick={() => onOpen(entry)}>
          <time title={format.dateTime(entry.time)}>{format.shortDateTime(entry.time)}</time>
        </Button>
      ),
    },
    {
      id: "kind",
      isShort: true,
      label: words.kind,
      value: ({ kind }) => kindName(words, kind),
      cell: ({ kind }) => <Tag look={kindLook(kind)}>{kindName(words, kind)}</Tag>,
    },
    { id: "who", label: words.who, value: (entry) => whoOf(entry, names) },
    { id: "app", label: words.app, isMinor: true, value: ({ app }) => app },
    { id: "model", label: words.model, value: ({ model }) => model },
    {
      id: "what",
      label: words.what,
      value: (entry) => summaryOf(entry, words, format),
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

export function kindName(words: Words, kind: string): string {
  return wordOf(words.auditKind, kind);
}

/** The page's word for a name, or the name itself if the page does not know it. */
function wordOf(known: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(known, name) ? (known[name] ?? name) : name;
}

function whoOf(entry: AuditEntry, names: Names): string {
  if (entry.user_id !== null) {
    return names.user(entry.user_id);
  }
  return entry.token_id === null ? "" : names.token(entry.token_id);
}

/** One line about an entry: its findings, or the short facts of its kind. */
function summaryOf(entry: AuditEntry, words: Words, format: Format): string {
  if (entry.findings.length > 0) {
    return entry.findings
      .map(
        ({ type, count, doubt }) =>
          `${format.count(count)} × ${findingName(words, type)}` +
          (doubt === undefined ? "" : ` (${doubtName(words, doubt)})`),
      )
      .join(", ");
  }
  if (entry.kind === "usage") {
    const { status, latency_ms: latency } = entry;
    const time = latency === null ? "" : ` · ${format.count(latency)} ms`;
    return `${status ?? ""}${time}`;
  }
  const { action, object, name } = entry.detail;
  if (typeof action === "string" && typeof object === "string") {
    const shownAction = wordOf(words.changeAction, action);
    return words.changeOf(shownAction, wordOf(words.recordName, object), String(name ?? ""));
  }
  return factsOf(entry.detail, words, format).join(" · ");
}

/** Facts without meaning in one line, such as ids; the entry's details show them. */
const unlisted: ReadonlySet<string> = new Set(["budget", "subject", "period", "unit"]);
/** Amounts in the smallest unit of their budget. */
const amounts: ReadonlySet<string> = new Set(["limit", "spent", "reserved"]);

function factsOf(detail: AuditEntry["detail"], words: Words, format: Format): readonly string[] {
  const listed = Object.entries(detail).filter(
    ([fact, value]) => !unlisted.has(fact) && !(typeof value === "number" && amounts.has(fact)),
  );
  return listed.slice(0, 3).map(([fact, value]) => {
    const shown =
      typeof value !== "number"
        ? wordOf(words.auditValue, String(value))
        : fact === "percent"
          ? format.percent(value)
          : format.count(value);
    return `${wordOf(words.auditFact, fact)}: ${shown}`;
  });
}

export function findingName(words: Words, type: string): string {
  return wordOf(words.dlpKind, type);
}

/** Why a value that the policy blocks only alerted. */
export function doubtName(words: Words, doubt: string): string {
  return wordOf(words.dlpDoubt, doubt);
}
