import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type * as z from "zod/mini";

import { upstreamTestSchema } from "../../../shared/hubApi/hubAdmin.ts";
import { useSignedIn } from "../../app/console.ts";
import { ApiFailure } from "../../data/apiFailure.ts";
import type { Upstream } from "../../data/types.ts";
import type { Field } from "../../forms/fields.ts";
import type { Body } from "../../forms/values.ts";
import { Button } from "../../parts/Button.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { FailureNote } from "../../parts/FailureNote.tsx";
import { Tag } from "../../parts/Tag.tsx";
import type { Words } from "../../words/en.ts";
import type { RecordForm } from "../records/RecordDialog.tsx";
import { deletion, RecordsView } from "../records/RecordsView.tsx";
import { UpstreamHealth } from "./UpstreamHealth.tsx";

type TestResult = z.infer<typeof upstreamTestSchema>;

type Test =
  | { readonly state: "running" }
  | { readonly state: "done"; readonly result: TestResult }
  | { readonly state: "failed"; readonly failure: ApiFailure };

export function UpstreamsView(): JSX.Element {
  const { api, records, words } = useSignedIn();
  const [tests, setTests] = useState<Readonly<Record<string, Test>>>({});
  const text = words.value;
  const columns = useMemo(() => upstreamColumns(text, tests), [text, tests]);
  const test = async ({ id }: Upstream): Promise<void> => {
    const show = (shown: Test): void => setTests((all) => ({ ...all, [id]: shown }));
    show({ state: "running" });
    try {
      const path = `upstreams/${encodeURIComponent(id)}/test`;
      const result = await api.change({ method: "POST", path }, upstreamTestSchema);
      show({ state: "done", result });
    } catch (error) {
      show({ state: "failed", failure: ApiFailure.of(error) });
    }
  };
  const form = (upstream: Upstream | undefined): RecordForm | undefined =>
    upstream?.source === "flag" ? undefined : upstreamForm(text, upstream);
  return (
    <>
      <RecordsView
        title={text.upstreams}
        lead={text.upstreamsLead}
        list={records.upstreams}
        {...{ columns, form }}
        exportName="upstreams"
        newLabel={text.newUpstream}
        actions={(upstream) => (
          <Button
            label={text.testOf(upstream.name)}
            isDisabled={tests[upstream.id]?.state === "running"}
            onClick={() => void test(upstream)}
          >
            {text.test}
          </Button>
        )}
        removal={({ id, name, source }) =>
          source === "flag"
            ? undefined
            : deletion(
                text,
                `upstreams/${encodeURIComponent(id)}`,
                name,
                text.deleteUpstreamQuestion,
              )
        }
        empty={text.upstreamsEmpty}
      />
      <UpstreamHealth />
    </>
  );
}

function upstreamColumns(
  text: Words,
  tests: Readonly<Record<string, Test>>,
): readonly Column<Upstream>[] {
  return [
    { id: "name", label: text.name, value: ({ name }) => name },
    {
      id: "url",
      label: text.address,
      value: ({ url }) => url,
      cell: ({ url }) => <span class="code">{url}</span>,
    },
    {
      id: "format",
      isShort: true,
      label: text.format,
      value: ({ format }) => text.formatName[format],
    },
    { id: "key", label: text.key, isMinor: true, value: (upstream) => keyText(text, upstream) },
    {
      id: "state",
      label: text.state,
      value: (upstream) => stateText(text, upstream),
      cell: (upstream) => (
        <Tag look={upstream.is_active ? "good" : "off"}>{stateText(text, upstream)}</Tag>
      ),
    },
    {
      id: "test",
      label: text.testResult,
      value: (upstream) => upstream.key_problem ?? "",
      cell: (upstream) => <TestOutcome test={tests[upstream.id]} problem={upstream.key_problem} />,
    },
  ];
}

function stateText(text: Words, { is_active: isActive, source }: Upstream): string {
  const state = isActive ? text.active : text.inactive;
  return source === "flag" ? text.fromCommandLine(state) : state;
}

function keyText(text: Words, { key_from: from }: Upstream): string {
  if (!from) {
    return text.keyNone;
  }
  return "variable" in from ? text.keyVariableOf(from.variable) : text.keyFileOf(from.file);
}

interface TestOutcomeProps {
  readonly test: Test | undefined;
  readonly problem: string | null;
}

function TestOutcome({ test, problem }: TestOutcomeProps): JSX.Element | null {
  const { words, format } = useSignedIn();
  const text = words.value;
  if (!test) {
    return problem === null ? null : (
      <span>
        <Tag look="warn">{text.keyMissing}</Tag> <span class="quiet">{problem}</span>
      </span>
    );
  }
  if (test.state === "failed") {
    return <FailureNote failure={test.failure} />;
  }
  if (test.state === "running") {
    return <span role="status">{text.testing}</span>;
  }
  const { ok, models, latency_ms: latency, message } = test.result;
  return (
    <span role="status">
      <Tag look={ok ? "good" : "bad"}>
        {ok
          ? text.testWorked(format.value.count(models), format.value.count(Math.round(latency)))
          : text.testFailed}
      </Tag>
      {message !== null && <span class="quiet"> {message}</span>}
    </span>
  );
}

function upstreamForm(text: Words, upstream: Upstream | undefined): RecordForm {
  const from = upstream?.key_from;
  const key = from ? Object.entries(from)[0] : undefined;
  return {
    title: upstream ? text.editOf(upstream.name) : text.newUpstream,
    submit: upstream ? text.save : text.createUpstream,
    fields: upstreamFields(text),
    record: {
      ...(upstream ?? { format: "openai", is_active: true }),
      key_kind: key?.[0] ?? "none",
      key_from: key?.[1] ?? "",
    },
    method: upstream ? "PATCH" : "POST",
    path: () => (upstream ? `upstreams/${encodeURIComponent(upstream.id)}` : "upstreams"),
    finish: finishKey,
  };
}

/** The key as one object, such as `{ variable: "KEY" }`. */
function finishKey({ key_kind: kind, key_from: value, ...body }: Body): Body {
  const from = kind === "none" || value === null ? null : { [String(kind)]: value };
  return { ...body, key_from: from };
}

function upstreamFields(text: Words): readonly Field[] {
  return [
    {
      name: "name",
      label: text.name,
      hint: text.upstreamNameHint,
      kind: "text",
      isRequired: true,
      maxLength: 50,
      pattern: { test: /^[A-Za-z0-9][A-Za-z0-9._-]*$/u, message: text.upstreamNameProblem },
    },
    {
      name: "url",
      label: text.address,
      hint: text.addressHint,
      kind: "text",
      isRequired: true,
      maxLength: 2000,
      pattern: { test: /^https?:\/\/[^\s/]+/iu, message: text.addressProblem },
    },
    {
      name: "format",
      label: text.format,
      kind: "select",
      options: [
        { value: "openai", label: text.formatName.openai },
        { value: "anthropic", label: text.formatName.anthropic },
        { value: "responses", label: text.formatName.responses },
      ],
    },
    {
      name: "key_kind",
      label: text.keyFrom,
      kind: "select",
      group: text.key,
      isHalf: true,
      options: [
        { value: "none", label: text.keyNone },
        { value: "variable", label: text.keyVariable },
        { value: "file", label: text.keyFile },
      ],
    },
    {
      name: "key_from",
      label: text.keyName,
      hint: text.keyHint,
      kind: "text",
      group: text.key,
      isHalf: true,
      maxLength: 1000,
    },
    { name: "is_active", label: text.upstreamActive, kind: "check" },
  ];
}
