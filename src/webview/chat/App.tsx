import type { JSX } from "preact";

import { FindPart } from "../find/FindPart.tsx";
import { useHistory } from "../history/historyPage.ts";
import { HistoryPart } from "../history/HistoryPart.tsx";
import { ReadOnlyBar } from "../history/ReadOnlyBar.tsx";
import { Icon } from "../kit/Icon.tsx";
import { IconButton } from "../kit/IconButton.tsx";
import { usePage } from "../page/page.ts";
import { lazyPart } from "../page/parts/lazyPart.tsx";
import { isEmptyMessage } from "../page/state/emptyMessage.ts";
import { ImageDialogPart, QuotePart } from "../turns/turnsParts.tsx";
import { ComposerPanel } from "./ComposerPanel.tsx";
import { EmptyState } from "./EmptyState.tsx";
import { ConnectionBar, OpenFailed, StartPage } from "./soon.ts";

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

/** For an editor tab; the side bar has these buttons in the view's title. */
function Toolbar(): JSX.Element {
  const { actions, words } = usePage();
  const history = useHistory();
  return (
    <div class="toolbar" role="toolbar" aria-label="AI Hub">
      <IconButton icon="key" label={words.setToken} onClick={() => actions.setToken()} />
      <IconButton icon="add" label={words.newChat} onClick={() => actions.newChat()} />
      <IconButton icon="history" label={words.history} onClick={() => history.open()} />
    </div>
  );
}

function NoticeBar(): JSX.Element | null {
  const { ui, words, actions } = usePage();
  const text = ui.notice.value;
  if (text === undefined) {
    return null;
  }
  return (
    <div class="bar">
      <Icon name="info" />
      <p role="alert">{text}</p>
      <IconButton icon="close" label={words.dismiss} onClick={() => actions.dismissNotice()} />
    </div>
  );
}
