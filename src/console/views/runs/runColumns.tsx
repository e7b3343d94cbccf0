import type { JSX } from "preact";

import type { Format } from "../../app/format.ts";
import type { Run } from "../../data/types.ts";
import { Button } from "../../parts/Button.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { Tag, type TagProps } from "../../parts/Tag.tsx";
import type { Words } from "../../words/en.ts";
import type { Names } from "../parts/names.ts";

interface RunVoice {
  readonly words: Words;
  readonly format: Format;
  readonly names: Names;
}

interface RunColumnsOptions extends RunVoice {
  readonly now: number;
  /** False if all runs belong to one person. */
  readonly hasPeople: boolean;
  readonly onOpen: (run: Run) => void;
}

const looks: Readonly<Record<Run["outcome"], TagProps["look"]>> = {
  going: "good",
  done: "plain",
  stopped: "plain",
  cap: "warn",
  refused: "bad",
  unapproved: "warn",
  failed: "bad",
  ended: "plain",
};

export function runColumns(options: RunColumnsOptions): readonly Column<Run>[] {
  const { words, format, names, now, hasPeople, onOpen } = options;
  const count = (id: "requests" | "total_tokens", label: string): Column<Run> => ({
    id,
    label,
    isNumber: true,
    isMinor: id === "total_tokens",
    value: (run) => run[id],
    cell: (run) => format.count(run[id]),
  });
  return [
    {
      id: "started",
      isShort: true,
      label: `${words.started} (${format.zone(now)})`,
      value: ({ started_at: time }) => time,
      cell: (run) => (
        <Button look="link" onClick={() => onOpen(run)}>
          <time title={format.dateTime(run.started_at)}>
            {format.nearTime(run.started_at, now)}
          </time>
        </Button>
      ),
    },
    ...(hasPeople
      ? [{ id: "who", label: words.who, value: (run: Run) => ownerOf(run, names) }]
      : []),
    { id: "app", label: words.app, isMinor: true, value: ({ app }) => app },
    {
      id: "lasted",
      label: words.lasted,
      isNumber: true,
      value: ({ duration_ms: ms }) => ms,
      cell: ({ duration_ms: ms }) => format.duration(ms),
    },
    {
      id: "cost",
      label: words.cost,
      isNumber: true,
      value: ({ cost }) => Number(cost),
      cell: (run) => costText(run, { words, format }),
    },
    count("total_tokens", words.tokenUnits),
    count("requests", words.requests),
    {
      id: "outcome",
      isShort: true,
      label: words.outcome,
      value: ({ outcome }) => words.runOutcome[outcome],
      cell: ({ outcome }) => <OutcomeTag outcome={outcome} words={words} />,
    },
  ];
}

type OutcomeTagProps = Pick<Run, "outcome"> & Pick<RunVoice, "words">;

export function OutcomeTag({ outcome, words }: OutcomeTagProps): JSX.Element {
  return <Tag look={looks[outcome]}>{words.runOutcome[outcome]}</Tag>;
}

/** The run's person, or the token if it has no owner. */
export function ownerOf({ user_id: user, token_id: token }: Run, names: Names): string {
  return user === null ? names.token(token) : names.user(user);
}

/** As `R$ 0,50 of R$ 2,00`; only the cost if the cap counts tokens or is unknown. */
function costText({ cost, cap }: Run, { words, format }: Omit<RunVoice, "names">): string {
  const text = format.money(cost);
  return cap?.unit === "money" ? words.costOfCap(text, format.money(cap.limit)) : text;
}

export function capText({ cap }: Run, { words, format }: Omit<RunVoice, "names">): string {
  if (cap === null) {
    return words.capUnknown;
  }
  return cap.unit === "money"
    ? format.money(cap.limit)
    : words.capOfTokens(format.count(Number(cap.limit)));
}
