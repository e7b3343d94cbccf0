import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";

import { groupFiles } from "../../../shared/text/fileGroups.ts";
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
import { type Changed, ChangesList } from "./ChangesList.tsx";

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
  /**
   * Asks the host to undo the files. It skips a file that somebody else changed since, unless the person selects that
   * file.
   */
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
        {isOpen && <ChangesList files={changes} onUndo={askUndo} />}
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
  const { own, groups } = groupFiles(changes);
  const parts = [
    ...(own.length > 0 ? [words.runFiles(own.length, format.count(own.length))] : []),
    ...groups.map(({ name, files }) => words.changesIn(format.count(files.length), name)),
  ];
  const sum = (key: "added" | "removed"): number =>
    (own.length > 0 ? own : changes).reduce(
      (total, file) => total + (file.state === "undone" ? 0 : file[key]),
      0,
    );
  return (
    <>
      <Disclosure isOpen={isOpen} onToggle={onToggle} controls={listId}>
        <span class="changes-title" aria-hidden="true">
          {visibleText(parts.join(" · "))}
        </span>
        <span class="unseen">
          {words.changedFiles(changes.length, format.count(changes.length))}
          {groups.length > 0 && `: ${visibleText(parts.join(", "))}`}
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
            title={groups.length > 0 ? visibleText(parts.join(" · ")) : undefined}
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
