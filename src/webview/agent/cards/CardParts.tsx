import type { JSX } from "preact";
import { useMemo } from "preact/hooks";

import type { AgentCard } from "../../../shared/calls/agentCalls.ts";
import { VisibleText } from "../../tools/VisibleText.tsx";
import { useAgentWords } from "../state/agentWords.ts";
import { diffRows, withoutHead } from "../state/diffRows.ts";
import { DiffView } from "./DiffView.tsx";

type Part = NonNullable<AgentCard["parts"]>[number];

interface PartsProps {
  readonly parts: readonly Part[];
  readonly leftOut: readonly number[];
  readonly onLeaveOut: (parts: readonly number[]) => void;
}

export function CardParts({ parts, leftOut, onLeaveOut }: PartsProps): JSX.Element {
  const words = useAgentWords();
  const toggle = (part: number): void =>
    onLeaveOut(leftOut.includes(part) ? leftOut.filter((one) => one !== part) : [...leftOut, part]);
  return (
    <ul class="card-parts" aria-label={words.cardFiles}>
      {parts.map((part, index) => (
        <li key={index}>
          <label class="approval-tick">
            <input
              type="checkbox"
              checked={!leftOut.includes(index)}
              onChange={() => toggle(index)}
            />
            <VisibleText text={part.paths.join(", ")} />
          </label>
          {!leftOut.includes(index) && <PartDiff part={part} />}
        </li>
      ))}
    </ul>
  );
}

function PartDiff({ part: { paths, detail } }: { readonly part: Part }): JSX.Element {
  const words = useAgentWords();
  const [path = ""] = paths;
  const isOne = paths.length === 1;
  const rows = useMemo(
    () => diffRows(isOne ? withoutHead(detail, path) : detail),
    [detail, isOne, path],
  );
  return <DiffView label={words.cardDiffOf(paths.join(", "))} rows={rows} />;
}
