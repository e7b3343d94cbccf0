import type { JSX } from "preact";

import type { AssistantMessage } from "../../shared/conversation.ts";
import { IconButton } from "../kit/IconButton.tsx";
import { lazyPart } from "../kit/lazyPart.tsx";
import { isEmptyMessage } from "../page/emptyMessage.ts";
import { usePage } from "../page/page.ts";

const QueueList = lazyPart(async () => (await import("./QueueList.tsx")).QueueList);
const ModelMenu = lazyPart(async () => (await import("./ModelMenu.tsx")).ModelMenu);
const ImageDialog = lazyPart(async () => (await import("./ImageDialog.tsx")).ImageDialog);
const Comparison = lazyPart<{ readonly comparisonId: string }>(
  async () => (await import("../chat/Comparison.tsx")).Comparison,
);

export function QueuePart(): JSX.Element | null {
  const { queue } = usePage().features.turns;
  return queue && queue.messages.length > 0 ? <QueueList /> : null;
}

export function ModelMenuPart(): JSX.Element | null {
  return usePage().features.turns.menu.value ? <ModelMenu /> : null;
}

export function ImageDialogPart(): JSX.Element | null {
  return usePage().features.turns.shownImageId.value === undefined ? null : <ImageDialog />;
}

/** All answers of a comparison stand where the first one is. */
export function ComparisonPart({
  message: { id, comparisonId },
}: {
  readonly message: AssistantMessage;
}): JSX.Element | null {
  const { state } = usePage();
  const first = state.messageIds.value.find((other) => {
    const message = state.message(other)?.value;
    return message?.role === "assistant" && message.comparisonId === comparisonId;
  });
  return comparisonId !== undefined && first === id ? (
    <Comparison comparisonId={comparisonId} />
  ) : null;
}

/** Sends the message to several models; there as soon as there is a message. */
export function CompareButton(): JSX.Element | null {
  const { words, composer, features, state } = usePage();
  const { turn, attachments } = state.view.value;
  const isEmpty = isEmptyMessage(composer.text.value, attachments);
  return isEmpty || turn.state === "running" ? null : (
    <IconButton
      icon="split-horizontal"
      label={words.sendToCompare}
      hasPopup
      onClick={() => features.turns.openMenu({ kind: "sendToCompare" })}
    />
  );
}
