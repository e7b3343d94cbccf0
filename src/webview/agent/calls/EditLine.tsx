import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";

import { visibleText } from "../../../shared/text/visibleText.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { usePage } from "../../page/page.ts";
import { useWords } from "../../page/useWords.ts";
import { stateNote, type ToolCallProps } from "../../tools/callStates.ts";
import { ToolLine } from "../../tools/ToolLine.tsx";
import { VisibleCode } from "../../tools/VisibleCode.tsx";
import { CardPart, useActState } from "../cards/CardPart.tsx";
import { DiffView } from "../cards/DiffView.tsx";
import { useAgent } from "../state/agentPage.ts";
import { useAgentWords } from "../state/agentWords.ts";
import { countRows, type DiffRow } from "../state/diffRows.ts";
import { proposedEdit } from "../state/proposedEdit.ts";
import { ActTitle } from "./ActLine.tsx";

export function EditLine({ message, part }: ToolCallProps): JSX.Element {
  const words = useAgentWords();
  const common = useWords();
  const { format } = usePage();
  const agent = useAgent();
  const [isOpen, setIsOpen] = useState(false);
  const { paths, rows } = useMemo(
    () => proposedEdit(part.name, part.arguments),
    [part.name, part.arguments],
  );
  const state = useActState({ message, part });
  const isDone = state === "done";
  const verb = part.name === "write_file" ? words.actWrite(isDone) : words.actEdit(isDone);
  const [path = ""] = paths;
  const more = paths.length - 1;
  const subject = more > 0 ? `${path} ${words.moreFiles(more, format.count(more))}` : path;
  return (
    <ToolLine
      state={state}
      icon="edit"
      title={<ActTitle verb={verb} subject={subject} />}
      note={stateNote(common, state) || <Counts rows={rows} />}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      aside={
        isDone &&
        path !== "" && (
          <IconButton
            icon="diff"
            label={words.openChangesOf(visibleText(path))}
            onClick={() => void agent.act("openChanges", { paths: [...paths] })}
          />
        )
      }
    >
      {isOpen && <DiffView label={words.cardDiff} rows={rows} />}
      {isOpen && !isDone && part.result !== undefined && (
        <div class="tool-text" role="group" aria-label={common.toolResult} tabIndex={0}>
          <VisibleCode text={part.result} />
        </div>
      )}
      <CardPart message={message} part={part} />
    </ToolLine>
  );
}

function Counts({ rows }: { readonly rows: readonly DiffRow[] }): JSX.Element {
  const { added, removed } = countRows(rows);
  return <LineCounts added={added} removed={removed} />;
}

export function LineCounts({
  added,
  removed,
}: {
  readonly added: number;
  readonly removed: number;
}): JSX.Element {
  const words = useAgentWords();
  const { format } = usePage();
  const [plus, minus] = [format.count(added), format.count(removed)];
  return (
    <span class="line-counts">
      <span aria-hidden="true">
        <span class="added">+{plus}</span> <span class="removed">−{minus}</span>
      </span>
      <span class="unseen">{words.linesChanged(plus, minus)}</span>
    </span>
  );
}
