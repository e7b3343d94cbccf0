import type { JSX } from "preact";

import { Icon } from "../kit/Icon.tsx";
import { IconButton } from "../kit/IconButton.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import { useChatContext } from "./contextPage.ts";

export function ContextNotes(): JSX.Element {
  return (
    <>
      <PromptModelNote />
      <LeftOutNote />
      <TooMuchNote />
      <PasteNote />
    </>
  );
}

function PromptModelNote(): JSX.Element | null {
  const words = useWords();
  const { state, actions } = usePage();
  const { ownModel, selectedModel = "", selectedModelName = selectedModel } = state.view.value;
  return ownModel ? (
    <div class="context-note" role="status">
      <Icon name="sparkle" />
      <span class="context-note-text">{words.promptModel(selectedModelName)}</span>
      <button type="button" class="link" onClick={() => actions.selectModel(ownModel.id)}>
        {words.useOwnModel(ownModel.name)}
      </button>
    </div>
  ) : null;
}

function LeftOutNote(): JSX.Element | null {
  const words = useWords();
  const { format } = usePage();
  const context = useChatContext();
  const count = context.facts?.leftOutMessages ?? 0;
  return count === 0 ? null : (
    <div class="context-note">
      <Icon name="fold" />
      <span class="context-note-text">{words.leftOut(count, format.count(count))}</span>
      <button type="button" class="link" onClick={() => context.takeBackOlderTurns()}>
        {words.takeBack}
      </button>
    </div>
  );
}

function TooMuchNote(): JSX.Element | null {
  const words = useWords();
  const context = useChatContext();
  if (context.reading.value?.limit?.state !== "tooMuch" || !context.facts) {
    return null;
  }
  const hasOlder = context.facts.sentMessages > 2;
  return (
    <div class="context-note warning" role="status">
      <Icon name="warning" />
      <span class="context-note-text">{words.tooMuchText}</span>
      <button
        type="button"
        class="link"
        onClick={() => (hasOlder ? context.leaveOutOlderTurns() : context.openMeter())}
      >
        {hasOlder ? words.leaveOut : words.meter}
      </button>
    </div>
  );
}

function PasteNote(): JSX.Element | null {
  const words = useWords();
  const { pastes } = useChatContext();
  const offer = pastes.offer.value;
  if (!offer) {
    return null;
  }
  const isOffered = offer.state === "offered";
  return (
    <div class="context-note" role="status">
      <Icon name="file-code" />
      <span class="context-note-text">
        {isOffered ? words.pasteKnown(offer.label) : words.pasteAttached(offer.label)}
      </span>
      <button
        type="button"
        class="link"
        onClick={() => (isOffered ? void pastes.accept() : pastes.undo())}
      >
        {isOffered ? words.attachInstead : words.undo}
      </button>
      <IconButton icon="close" label={words.dismiss} onClick={() => pastes.dismiss()} />
    </div>
  );
}
