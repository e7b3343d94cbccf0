import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";

import type { SentMark } from "../../../shared/calls/protectionCalls.ts";
import type { UserMessage as Message } from "../../../shared/conversation/conversation.ts";
import { useFind } from "../../find/findPage.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { usePage } from "../../page/page.ts";
import { BranchSwitcher } from "../../page/parts/BranchSwitcher.tsx";
import { CopyButton } from "../../page/parts/CopyButton.tsx";
import { lazyPart } from "../../page/parts/lazyPart.tsx";
import { MessageTime } from "../../page/parts/MessageTime.tsx";
import { useWords } from "../../page/useWords.ts";
import { SentNote, SentText } from "../../protection/SentText.tsx";
import { useSentValues } from "../../protection/useSentValues.ts";
import { useTurns } from "../../turns/turnsPage.ts";
import { SentAttachments } from "./SentAttachments.tsx";
import { writtenParts } from "./writtenParts.ts";

const MessageEditor = lazyPart<{ readonly message: Message }>(
  async () => (await import("./MessageEditor.tsx")).MessageEditor,
  { loads: "whenIdle" },
);

/** Longer text starts folded. */
const foldedLines = 16;
const foldedUnits = 1500;
/** The longest text that can be edited; a longer one slows down the message editor. */
const maxEditableUnits = 50_000;

export function UserMessage({ message }: { readonly message: Message }): JSX.Element {
  const words = useWords();
  const { ui } = usePage();
  const nameId = useId();
  const noteId = useId();
  const sent = useSentValues(message.id);
  const isEditing = ui.editingId.value === message.id;
  return (
    <article
      class="message user"
      aria-labelledby={nameId}
      aria-describedby={sent && noteId}
      data-message-id={message.id}
    >
      <div class="user-row">
        <h2 class="author" id={nameId}>
          {words.you}
        </h2>
        {!isEditing && <Buttons message={message} />}
      </div>
      {isEditing ? (
        <MessageEditor message={message} />
      ) : (
        <UserText text={message.text} marks={sent?.marks ?? []} />
      )}
      <SentAttachments attachments={message.attachments} />
      {sent && <SentNote id={noteId} sent={sent} />}
    </article>
  );
}

function Buttons({ message }: { readonly message: Message }): JSX.Element {
  const words = useWords();
  const { actions } = usePage();
  const turns = useTurns();
  return (
    <>
      <BranchSwitcher messageId={message.id} />
      <div class="on-hover" role="toolbar" aria-label={words.messageActions}>
        <MessageTime at={message.createdAt} />
        {message.text.length <= maxEditableUnits && (
          <IconButton
            icon="edit"
            label={words.editMessage}
            onClick={() => actions.edit(message.id)}
          />
        )}
        <IconButton icon="git-branch" label={words.fork} onClick={() => turns.fork(message.id)} />
        <CopyButton label={words.copyMessage} text={() => message.text} />
      </div>
    </>
  );
}

interface UserTextProps {
  readonly text: string;
  readonly marks: readonly SentMark[];
}

function UserText({ text, marks }: UserTextProps): JSX.Element | null {
  const words = useWords();
  const { format } = usePage();
  const find = useFind();
  const [isUnfolded, setIsOpen] = useState(false);
  // The searched text may be in the folded part.
  const isOpen = isUnfolded || find.isOpen.value;
  const folded = foldedText(text);
  if (text === "") {
    return null;
  }
  return (
    <>
      <div class="plain-text" dir="auto">
        <Written text={isOpen ? text : folded} marks={marks} />
      </div>
      {folded.length < text.length && (
        <button
          type="button"
          class="link"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? words.showLess : words.showAll(format.size(text.length))}
        </button>
      )}
    </>
  );
}

function Written({ text, marks }: UserTextProps): JSX.Element {
  return (
    <>
      {writtenParts(text).map(({ start, end, isCode }) => {
        const own = marks
          .filter((mark) => mark.start >= start && mark.end <= end)
          .map((mark) => ({ ...mark, start: mark.start - start, end: mark.end - start }));
        const part = <SentText key={start} text={text.slice(start, end)} marks={own} />;
        return isCode ? (
          <span key={start} class="written-code" dir="ltr">
            {part}
          </span>
        ) : (
          part
        );
      })}
    </>
  );
}

function foldedText(text: string): string {
  const start = text.slice(0, foldedUnits);
  const lines = start.split("\n");
  return lines.length > foldedLines ? lines.slice(0, foldedLines).join("\n") : start;
}
