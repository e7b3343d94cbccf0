import type { JSX } from "preact";
import { useMemo } from "preact/hooks";

import { upstreamHealthSchema } from "../../../shared/hubApi/hubReports.ts";
import { useSignedIn } from "../../app/console.ts";
import type { Format } from "../../app/format.ts";
import { Resource } from "../../data/resource.ts";
import type { UpstreamHour } from "../../data/types.ts";
import { Button } from "../../parts/Button.tsx";
import { type Column, DataTable } from "../../parts/DataTable.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { Tag } from "../../parts/Tag.tsx";
import type { Words } from "../../words/en.ts";

export function UpstreamHealth(): JSX.Element {
  const { api, words, format } = useSignedIn();
  const health = useMemo(
    () => new Resource(async () => (await api.list("upstreams/health", upstreamHealthSchema)).data),
    [api],
  );
  const text = words.value.health;
  const columns = useMemo(() => healthColumns(words.value, format.value), [words, format.value]);
  return (
    <section class="section">
      <div class="section-head">
        <h2>{text.title}</h2>
        <Button onClick={() => void health.load()}>{text.refresh}</Button>
      </div>
      <Loaded resource={health}>
        {(rows) => (
          <DataTable
            label={text.title}
            rows={rows}
            columns={columns}
            rowId={({ upstream, model }) => `${upstream}/${model}`}
            sort={{ id: "name", isDescending: false }}
            exportName="upstream-health"
            empty={<p>{text.empty}</p>}
          />
        )}
      </Loaded>
    </section>
  );
}

function healthColumns(words: Words, format: Format): readonly Column<UpstreamHour>[] {
  const text = words.health;
  return [
    { id: "name", label: words.upstream, value: ({ upstream }) => upstream },
    {
      id: "model",
      label: text.model,
      value: ({ model }) => model,
      cell: ({ model }) => <span class="code">{model}</span>,
    },
    {
      id: "state",
      label: words.state,
      value: ({ avoided_until: until }) =>
        until === null ? text.asked : text.avoidedUntil(format.time(until)),
      cell: ({ avoided_until: until }) =>
        until === null ? (
          <Tag look="good">{text.asked}</Tag>
        ) : (
          <Tag look="warn">{text.avoidedUntil(format.time(until))}</Tag>
        ),
    },
    numberColumn("attempts", text.attempts, format.count),
    numberColumn("failures", text.failures, format.count),
    numberColumn("first_text_ms", text.firstText, format.duration),
    numberColumn("tokens_per_second", text.tokenRate, format.count),
  ];
}

function numberColumn(
  id: "attempts" | "failures" | "first_text_ms" | "tokens_per_second",
  label: string,
  shown: (value: number) => string,
): Column<UpstreamHour> {
  return {
    id,
    label,
    isNumber: true,
    value: (row) => row[id],
    cell: (row) => (row[id] === null ? "—" : shown(row[id])),
  };
}
