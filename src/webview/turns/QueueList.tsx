import type { JSX, Ref } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import type { Queue, QueuedMessage } from "../../shared/calls/turnsCalls.ts";
import { focusMainControl } from "../kit/focus.ts";
import { IconButton } from "../kit/IconButton.tsx";
import { isSendKey } from "../kit/keys.ts";
import { RemoveButton } from "../kit/RemoveButton.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import { useTextQuestion } from "../protection/textQuestion.tsx";
import type { Words } from "../words/en/en.ts";
import { useTurns } from "./turnsPage.ts";

export function QueueList(): JSX.Element | null {
  const words = useWords();
  const { format, state } = usePage();
  const turns = useTurns();
  const { queue } = useTurns();
  if (!queue || queue.messages.length === 0) {
    return null;
  }
  const isRunning = state.isRunning.value;
  return (
    <section class="queue" aria-label={words.queue}>
      <div class="queue-head" role="status">
        <span>
          {words.queued(format.count(queue.messages.length))}
          {queue.pause && <span class="next-step"> {pauseText(queue.pause, words)}</span>}
        </span>
        {queue.pause && !isRunning && (
          <button type="button" class="button quiet small" onClick={() => turns.resumeQueue()}>
            {words.resumeQueue}
          </button>
        )}
      </div>
      <ol>
        {queue.messages.map((message, index) => (
          <QueueItem
            key={message.id}
            message={message}
            index={index}
            last={queue.messages.length - 1}
          />
        ))}
      </ol>
    </section>
  );
}

function pauseText(pause: NonNullable<Queue["pause"]>, words: Words): string {
  return {
    failed: words.queuePausedFailed,
    stopped: words.queuePausedStopped,
    restored: words.queuePausedRestored,
    undecided: words.queuePausedUndecided,
  }[pause];
}

interface QueueItemProps {
  readonly message: QueuedMessage;
  readonly index: number;
  readonly last: number;
}

function QueueItem({ message, index, last }: QueueItemProps): JSX.Element {
  const words = useWords();
  const { state, ui } = usePage();
  const [isEditing, setIsEditing] = useState(ui.edits.has(message.id));
  const turns = useTurns();
  const { turn, selectedModel } = state.view.value;
  const { buttons, move } = useMove(message.id, index);
  if (isEditing) {
    return (
      <li class="queue-item">
        <QueueEditor message={message} onClose={() => setIsEditing(false)} />
      </li>
    );
  }
  return (
    <li class="queue-item">
      <span class="queue-text" title={message.text.slice(0, 1000)}>
        {excerpt(message.text) || words.attachmentsOnly}
        {message.model !== selectedModel && (
          <span class="next-step"> {words.queuedFor(message.modelName ?? message.model)}</span>
        )}
      </span>
      <span class="row-buttons" ref={buttons}>
        <IconButton
          icon="arrow-up"
          label={words.moveQueuedUp}
          isDisabled={index === 0}
          onClick={() => move(-1)}
        />
        <IconButton
          icon="arrow-down"
          label={words.moveQueuedDown}
          isDisabled={index === last}
          onClick={() => move(1)}
        />
        <IconButton icon="edit" label={words.editQueued} onClick={() => setIsEditing(true)} />
        <IconButton
          icon="send"
          label={
            turn.state === "running" && !ui.hasRun.value ? words.sendQueuedNow : words.sendQueued
          }
          onClick={() => turns.sendQueued(message.id)}
        />
        <RemoveButton label={words.removeQueued} onRemove={() => turns.removeQueued(message.id)} />
      </span>
    </li>
  );
}

/** The row may be re-inserted, or its button disabled: the focus returns to the button or its neighbour. */
function useMove(
  id: string,
  index: number,
): { readonly buttons: Ref<HTMLSpanElement>; readonly move: (by: 1 | -1) => void } {
  const turns = useTurns();
  const buttons = useRef<HTMLSpanElement>(null);
  const moved = useRef<1 | -1 | undefined>(undefined);
  useLayoutEffect(() => {
    const arrows = [...(buttons.current?.querySelectorAll("button") ?? [])].slice(0, 2);
    if (moved.current) {
      const wanted = moved.current === 1 ? arrows.toReversed() : arrows;
      wanted.find(({ disabled }) => !disabled)?.focus();
      moved.current = undefined;
    }
  }, [index]);
  return {
    buttons,
    move: (by) => {
      moved.current = by;
      turns.moveQueued(id, index + by);
    },
  };
}

function QueueEditor({
  message,
  onClose,
}: {
  readonly message: QueuedMessage;
  readonly onClose: () => void;
}): JSX.Element {
  const words = useWords();
  const turns = useTurns();
  const { actions, ui } = usePage();
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const close = (): void => {
    actions.keepEdit(message.id, undefined);
    onClose();
    focusMainControl();
  };
  const { send, question } = useTextQuestion(
    (text) => {
      turns.editQueued(message.id, text);
      close();
    },
    () => field.current?.focus(),
  );
  const save = (): void => void send(field.current?.value ?? message.text);
  return (
    <div class="editor">
      <textarea
        ref={field}
        class="field"
        aria-label={words.editQueued}
        defaultValue={ui.edits.get(message.id) ?? message.text}
        onInput={({ currentTarget }) => actions.keepEdit(message.id, currentTarget.value)}
        rows={2}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.stopPropagation();
            close();
          } else if (isSendKey(event)) {
            event.preventDefault();
            save();
          }
        }}
      />
      {question}
      <div class="buttons">
        <button type="button" class="button small" onClick={save}>
          {words.saveQueued}
        </button>
        <button type="button" class="button quiet small" onClick={close}>
          {words.cancel}
        </button>
      </div>
    </div>
  );
}

function excerpt(text: string): string {
  return text.slice(0, 300).replaceAll(/\s+/gu, " ").trim();
}
