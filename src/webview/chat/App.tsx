import type { JSX } from "preact";

import { FindPart } from "../find/FindPart.tsx";
import { useHistory } from "../history/historyPage.ts";
import { HistoryPart } from "../history/HistoryPart.tsx";
import { ReadOnlyBar } from "../history/ReadOnlyBar.tsx";
import { usePage } from "../page/page.ts";
import { lazyPart } from "../page/parts/lazyPart.tsx";
import { isEmptyMessage } from "../page/state/emptyMessage.ts";
import { ImageDialogPart, QuotePart } from "../turns/turnsParts.tsx";
import { ComposerPanel } from "./ComposerPanel.tsx";
import { EmptyState } from "./EmptyState.tsx";
import { NoticeBar } from "./NoticeBar.tsx";
import { ConnectionBar, OpenFailed, StartPage } from "./soon.ts";
import { Toolbar } from "./Toolbar.tsx";

const Conversation = lazyPart(async () => (await import("./Conversation.tsx")).Conversation, {
  frame: "log-frame",
  loads: "besidePage",
});

export function App(): JSX.Element {
  const { words, place, spoken } = usePage();
  const history = useHistory();
  return (
    <main>
      <section class="chat" aria-label={words.chat}>
        <h1 class="unseen">AI Hub</h1>
        <div class="under-panel" data-is-covered={history.isOpen.value}>
          {place === "editor" && <Toolbar />}
          <FindPart />
          <Body />
        </div>
        <HistoryPart />
        <QuotePart />
        <ImageDialogPart />
        <div class="unseen" role="status">
          {spoken}
        </div>
      </section>
    </main>
  );
}

function Body(): JSX.Element {
  const { state, attachState, composer } = usePage();
  const { connection, attachments } = state.view.value;
  const isEmpty = state.messageIds.value.length === 0;
  if (attachState.value === "failed") {
    return <OpenFailed />;
  }
  const isReady = connection.state === "ready" || connection.state === "connecting";
  const isKnown = state.conversationId.value !== "";
  const hasDraft = !isEmptyMessage(composer.text.value, attachments);
  if (isKnown && isEmpty && !isReady) {
    return (
      <>
        <StartPage />
        <NoticeBar />
        {hasDraft && <ComposerPanel />}
      </>
    );
  }
  return (
    <>
      {isEmpty ? <EmptyState /> : <Conversation />}
      <ConnectionBar />
      <ReadOnlyBar />
      <NoticeBar />
      <ComposerPanel />
    </>
  );
}
