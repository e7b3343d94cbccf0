import type { JSX } from "preact";

import { IconButton } from "../kit/IconButton.tsx";
import { usePage } from "../page/page.ts";
import { lazyPart } from "../page/parts/lazyPart.tsx";
import { isEmptyMessage } from "../page/state/emptyMessage.ts";
import { useTurns } from "./turnsPage.ts";

const QueueList = lazyPart(async () => (await import("./QueueList.tsx")).QueueList, {
  style: "answers",
});
const ModelMenu = lazyPart(async () => (await import("./ModelMenu.tsx")).ModelMenu, {
  isPopup: true,
});
const ImageDialog = lazyPart(async () => (await import("./ImageDialog.tsx")).ImageDialog);
export const QuotePart = lazyPart(async () => (await import("./QuoteButton.tsx")).QuoteButton, {
  isExtra: true,
});

export function QueuePart(): JSX.Element | null {
  const { queue } = useTurns();
  return queue && queue.messages.length > 0 ? <QueueList /> : null;
}

export function ModelMenuPart(): JSX.Element | null {
  return useTurns().menu.value ? <ModelMenu /> : null;
}

export function ImageDialogPart(): JSX.Element | null {
  return useTurns().shownImageId.value === undefined ? null : <ImageDialog />;
}

export function CompareButton(): JSX.Element | null {
  const { words, composer, state } = usePage();
  const turns = useTurns();
  const { turn, attachments } = state.view.value;
  const isEmpty = isEmptyMessage(composer.text.value, attachments);
  return isEmpty || turn.state === "running" ? null : (
    <IconButton
      icon="split-horizontal"
      label={words.sendToCompare}
      hasPopup
      onClick={() => turns.openMenu({ kind: "sendToCompare" })}
    />
  );
}
