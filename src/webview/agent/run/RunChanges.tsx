import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";

import type { AgentState } from "../../../shared/calls/agentCalls.ts";
import { visibleText } from "../../../shared/text/visibleText.ts";
import { Disclosure } from "../../kit/Disclosure.tsx";
import { focusMainControl, leaving } from "../../kit/focus.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { usePage } from "../../page/page.ts";
import { useWords } from "../../page/useWords.ts";
import { VisibleText } from "../../tools/VisibleText.tsx";
import { LineCounts } from "../calls/EditLine.tsx";
import { useAgent } from "../state/agentPage.ts";
import { useAgentWords } from "../state/agentWords.ts";

type Changed = AgentState["changes"][number];

const firstRows = 50;

export function RunChanges(): JSX.Element | null {
  const words = useAgentWords();
  const agent = useAgent();
  const [isOpen, setIsOpen] = useState(false);
  const [asked, setAsked] = useState<readonly Changed[]>();
  const listId = useId();
  const changes = agent.part("changes") ?? [];
  const open = changes.filter(({ state }) => state === "open");
  if (open.length === 0 && (changes.length === 0 || !agent.part("run"))) {
    return null;
  }
  const undo = (files: readonly Changed[], evenChanged = false): void => {
    setAsked(undefined);
    focusMainControl();
    const paths = files.map(({ path }) => path);
    const isAll = paths.length === open.length && !evenChanged;
    void agent.act("undoChanges", isAll ? {} : { paths, ...(evenChanged && { evenChanged }) });
  };
  /** The host skips a file that somebody else changed since, unless the person selects that file. */
  const askUndo = (files: readonly Changed[]): void =>
    files.some(({ isChangedSince }) => isChangedSince) ? setAsked(files) : undo(files);
  const cancel = (): void => {
    setAsked(undefined);
    focusMainControl();
  };
  return (
    <section
      class="run-changes"
      data-open={isOpen}
      role="group"
      aria-label={words.changes}
      onKeyDown={(event) => {
        if (event.key === "Escape" && asked) {
          event.stopPropagation();
          cancel();
        }
      }}
    >
      <ChangesHead
        changes={changes}
        open={open}
        isOpen={isOpen}
        listId={listId}
        onToggle={() => setIsOpen(!isOpen)}
        onUndo={askUndo}
      />
      {asked && <UndoQuestion files={asked} onUndo={undo} onCancel={cancel} />}
      <div id={listId} class="run-below">
        {isOpen && <ChangesList changes={changes} onUndo={askUndo} />}
      </div>
    </section>
  );
}

interface HeadProps {
  readonly changes: readonly Changed[];
  readonly open: readonly Changed[];
  readonly isOpen: boolean;
  readonly listId: string;
  readonly onToggle: () => void;
  readonly onUndo: (files: readonly Changed[]) => void;
}

function ChangesHead({ changes, open, isOpen, listId, onToggle, onUndo }: HeadProps): JSX.Element {
  const words = useAgentWords();
  const { format } = usePage();
  const agent = useAgent();
  const sum = (key: "added" | "removed"): number =>
    changes.reduce((total, file) => total + (file.state === "undone" ? 0 : file[key]), 0);
  return (
    <>
      <Disclosure isOpen={isOpen} onToggle={onToggle} controls={listId}>
        <span class="changes-title" aria-hidden="true">
          {words.runFiles(changes.length, format.count(changes.length))}
        </span>
        <span class="unseen">
          {words.changedFiles(changes.length, format.count(changes.length))}
        </span>
        <LineCounts added={sum("added")} removed={sum("removed")} />
      </Disclosure>
      {open.length > 0 && (
        <span class="run-buttons">
          <IconButton
            icon="diff"
            label={words.changesOpenAll}
            onClick={() => void agent.act("openChanges", {})}
          />
          <button
            type="button"
            class="button quiet small"
            aria-label={words.changesKeepAll}
            onClick={leaving(() => void agent.act("keepChanges", {}))}
          >
            {words.changesKeep}
          </button>
          <button
            type="button"
            class="button quiet small"
            aria-label={words.changesUndoAll}
            onClick={() => onUndo(open)}
          >
            {words.changesUndo}
          </button>
        </span>
      )}
    </>
  );
}

interface QuestionProps {
  readonly files: readonly Changed[];
  readonly onUndo: (files: readonly Changed[], evenChanged?: boolean) => void;
  readonly onCancel: () => void;
}

function UndoQuestion({ files, onUndo, onCancel }: QuestionProps): JSX.Element {
  const words = useAgentWords();
  const common = useWords();
  const { format } = usePage();
  const agent = useAgent();
  const stay = files.filter(({ isChangedSince }) => isChangedSince);
  const others = files.filter((file) => !stay.includes(file));
  const [only] = files;
  const isOne = only !== undefined && files.length === 1;
  return (
    <div class="changes-question" role="alert">
      <VisibleText
        text={
          isOne
            ? words.changeLoses(visibleText(only.path))
            : words.changeStays(stay.length, format.count(stay.length))
        }
      />
      <span class="run-buttons">
        {others.length > 0 && (
          <button type="button" class="button quiet small" onClick={() => onUndo(others)}>
            {words.changeUndoOthers}
          </button>
        )}
        <button
          type="button"
          class="button quiet small"
          onClick={() => {
            void agent.act("openChanges", { paths: stay.map(({ path }) => path) });
          }}
        >
          {words.changeShow}
        </button>
        {isOne && (
          <button type="button" class="button quiet small" onClick={() => onUndo(files, true)}>
            {words.changeUndoAnyway}
          </button>
        )}
        <button type="button" class="button quiet small" onClick={onCancel}>
          {common.cancel}
        </button>
      </span>
    </div>
  );
}

interface ListProps {
  readonly changes: readonly Changed[];
  readonly onUndo: (files: readonly Changed[]) => void;
}

function ChangesList({ changes, onUndo }: ListProps): JSX.Element {
  const words = useAgentWords();
  const { format } = usePage();
  const [isWhole, setIsWhole] = useState(false);
  const more = isWhole ? 0 : Math.max(0, changes.length - firstRows);
  return (
    <>
      <ul class="changes-list">
        {changes.slice(0, changes.length - more).map((file) => (
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
