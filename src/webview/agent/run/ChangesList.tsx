import type { JSX } from "preact";
import { useState } from "preact/hooks";

import type { AgentState } from "../../../shared/calls/agentCalls.ts";
import { groupFiles } from "../../../shared/text/fileGroups.ts";
import { visibleText } from "../../../shared/text/visibleText.ts";
import { Disclosure } from "../../kit/Disclosure.tsx";
import { leaving } from "../../kit/focus.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { usePage } from "../../page/page.ts";
import { VisibleText } from "../../tools/VisibleText.tsx";
import { LineCounts } from "../calls/EditLine.tsx";
import { useAgent } from "../state/agentPage.ts";
import { useAgentWords } from "../state/agentWords.ts";

export type Changed = AgentState["changes"][number];

const firstRows = 50;

interface RowsProps {
  readonly files: readonly Changed[];
  readonly onUndo: (files: readonly Changed[]) => void;
}

export function ChangesList({ files: changes, onUndo }: RowsProps): JSX.Element {
  const { own, groups } = groupFiles(changes);
  return (
    <div class="changes-list">
      {own.length > 0 && <FileRows files={own} onUndo={onUndo} />}
      {groups.map(({ name, files }) => (
        <GroupRow key={name} folder={name} files={files} onUndo={onUndo} />
      ))}
    </div>
  );
}

interface GroupProps extends RowsProps {
  readonly folder: string;
}

/** Generated and ignored files, folded at first. */
function GroupRow({ folder, files, onUndo }: GroupProps): JSX.Element {
  const words = useAgentWords();
  const { format } = usePage();
  const agent = useAgent();
  const [isOpen, setIsOpen] = useState(false);
  const open = files.filter(({ state }) => state === "open");
  const paths = open.map(({ path }) => path);
  const label = visibleText(words.changesIn(format.count(files.length), folder));
  return (
    <>
      <div class="changes-file changes-group">
        <Disclosure isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
          <VisibleText text={label} />
        </Disclosure>
        {open.length > 0 && (
          <span class="row-buttons">
            <IconButton
              icon="discard"
              label={words.changeUndo(label)}
              onClick={() => onUndo(open)}
            />
            <IconButton
              icon="check"
              label={words.changeKeep(label)}
              onClick={leaving(() => void agent.act("keepChanges", { paths }))}
            />
          </span>
        )}
      </div>
      {isOpen && <FileRows files={files} onUndo={onUndo} />}
    </>
  );
}

function FileRows({ files, onUndo }: RowsProps): JSX.Element {
  const words = useAgentWords();
  const { format } = usePage();
  const [isWhole, setIsWhole] = useState(false);
  const more = isWhole ? 0 : Math.max(0, files.length - firstRows);
  return (
    <>
      <ul class="changes-rows">
        {files.slice(0, files.length - more).map((file) => (
          <FileRow key={file.path} file={file} onUndo={() => onUndo([file])} />
        ))}
      </ul>
      {more > 0 && (
        <button type="button" class="link" onClick={() => setIsWhole(true)}>
          {words.moreFiles(more, format.count(more))}
        </button>
      )}
    </>
  );
}

function FileRow({
  file,
  onUndo,
}: {
  readonly file: Changed;
  readonly onUndo: () => void;
}): JSX.Element {
  const words = useAgentWords();
  const agent = useAgent();
  const { path, state, added, removed } = file;
  return (
    <li class="changes-file" data-change={state}>
      <button
        type="button"
        class="changes-path"
        title={words.changeReview(visibleText(path))}
        onClick={() => void agent.act("reviewChanges", { path })}
      >
        <VisibleText text={path} />
      </button>
      {added + removed > 0 && <LineCounts added={added} removed={removed} />}
      {state === "open" ? (
        <span class="row-buttons">
          <IconButton icon="discard" label={words.changeUndo(visibleText(path))} onClick={onUndo} />
          <IconButton
            icon="check"
            label={words.changeKeep(visibleText(path))}
            onClick={leaving(() => void agent.act("keepChanges", { paths: [path] }))}
          />
        </span>
      ) : (
        <span class="hint">{state === "kept" ? words.changeKept : words.changeUndone}</span>
      )}
      <FileFacts file={file} />
    </li>
  );
}

function FileFacts({
  file: { kind, movedFrom, isChangedSince },
}: {
  readonly file: Changed;
}): JSX.Element | null {
  const words = useAgentWords();
  const facts = [
    kind === "new" && words.changeNew,
    kind === "deleted" && words.changeDeleted,
    movedFrom !== undefined && words.changeMoved(movedFrom),
    isChangedSince && words.changedSince,
  ].filter((fact) => fact !== false);
  return facts.length === 0 ? null : (
    <span class="changes-facts">
      <VisibleText text={facts.join(" · ")} />
    </span>
  );
}
