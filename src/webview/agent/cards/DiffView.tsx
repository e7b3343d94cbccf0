import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { usePage } from "../../page/page.ts";
import { visibleCode } from "../../tools/VisibleCode.tsx";
import { useAgentWords } from "../state/agentWords.ts";
import type { DiffRow } from "../state/diffRows.ts";

const firstRows = 300;

const signs: Readonly<Record<DiffRow["kind"], string>> = {
  added: "+",
  removed: "−",
  same: " ",
  mark: "",
};

interface DiffProps {
  readonly label: string;
  readonly rows: readonly DiffRow[];
}

export function DiffView({ label, rows }: DiffProps): JSX.Element {
  const words = useAgentWords();
  const { format } = usePage();
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, firstRows);
  const more = rows.length - shown.length;
  const isNumbered = rows.some(({ line }) => line !== undefined);
  const hasSigns = rows.some(({ kind }) => kind === "added" || kind === "removed");
  return (
    <div
      class={`code-rows${hasSigns ? " diff" : ""}${isNumbered ? "" : " unnumbered"}`}
      role="group"
      aria-label={label}
      tabIndex={0}
    >
      {shown.map(({ kind, text, line }, index) => (
        <div key={index} class={`code-row ${kind}`}>
          <span class="code-line" {...(line !== undefined && { "data-line": line })} />
          <span class="code-sign">{signs[kind]}</span>
          <code dir="ltr">{visibleCode(text)}</code>
        </div>
      ))}
      {more > 0 && (
        <button type="button" class="link" onClick={() => setIsWhole(true)}>
          {words.cardMoreLines(more, format.count(more))}
        </button>
      )}
    </div>
  );
}

export function CodeBlock({
  label,
  text,
}: {
  readonly label: string;
  readonly text: string;
}): JSX.Element {
  const lines = text.split("\n");
  return (
    <DiffView
      label={label}
      rows={lines.map((line, index) => ({
        kind: "same",
        text: line,
        ...(lines.length > 1 && { line: index + 1 }),
      }))}
    />
  );
}
