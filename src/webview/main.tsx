import "./zodSettings.ts";
import "./styles/page.css";
import "./styles/controls.css";
import "./styles/conversation.css";
import "./styles/composer.css";
import "./markdown/markdown.css";
import "./styles/icons.css";
import { render } from "preact";

import { systemClock } from "../shared/clock.ts";
import { Announcer } from "./announcer.ts";
import { ChatState } from "./chatState.ts";
import { App } from "./components/App.tsx";
import { type Page, PageProvider } from "./components/page.ts";
import { Composer } from "./composer.ts";
import { focusMainControl } from "./focus.ts";
import { createFormat } from "./format.ts";
import { HostLink } from "./hostLink.ts";
import { PageActions } from "./pageActions.ts";
import { createMarkdownHost } from "./pageMarkdown.ts";
import { PageMemory } from "./pageMemory.ts";
import { TailFollower } from "./tailFollower.ts";
import { createTicker } from "./ticker.ts";
import { UiState } from "./uiState.ts";
import { hostChannel, pageStorage } from "./vscodeApi.ts";
import { localeOf, wordsOf } from "./words.ts";

/** Puts the page together and asks the host for its content. */
function start(root: HTMLElement): void {
  const clock = systemClock;
  const locale = localeOf(document.body);
  const words = wordsOf[locale];
  const state = new ChatState();
  const ui = new UiState();
  const memory = new PageMemory(pageStorage);
  const announcer = new Announcer(words, clock);
  const follower = new TailFollower((place) => memory.keepPlace(place));
  const link = new HostLink({
    channel: hostChannel,
    clock,
    onSnapshot(snapshot) {
      const isOther = snapshot.conversationId !== state.conversationId.value;
      composer.enter(snapshot.conversationId, snapshot.draft);
      state.show(snapshot);
      if (isOther && document.hasFocus()) {
        queueMicrotask(focusMainControl);
      }
    },
    onEvents: (events) => state.apply(events),
    onViewState(view) {
      state.view.value = view;
    },
    onFocusComposer: focusMainControl,
    onTokenColors: () => undefined,
  });
  const { host } = link;
  const composer = new Composer({
    clock,
    memory,
    saveDraft: (conversationId, text) => host.saveDraft({ conversationId, text }),
  });
  state.onDidApply((event) => announcer.hear(event));
  const actions = new PageActions({ host, state, composer, follower, ui, words });
  const page: Page = {
    locale,
    words,
    format: createFormat(locale),
    place: document.body.dataset["place"] === "editor" ? "editor" : "sidebar",
    attachment: link.attachment,
    attach: () => void link.attach(),
    state,
    composer,
    follower,
    memory,
    ui,
    actions,
    spoken: announcer.text,
    now: createTicker(clock),
    markdown: createMarkdownHost(words, actions),
  };
  window.addEventListener("blur", () => composer.saveNow());
  window.addEventListener("focus", () => {
    if (document.activeElement === document.body) {
      focusMainControl();
    }
  });
  // The host tells a hidden page nothing.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") {
      void link.attach();
    }
  });
  render(
    <PageProvider value={page}>
      <App />
    </PageProvider>,
    root,
  );
  void link.attach();
}

const root = document.querySelector<HTMLElement>("#root");
if (root) {
  start(root);
}
