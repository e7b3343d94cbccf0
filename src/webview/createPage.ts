import type { Clock } from "../shared/base/clock.ts";
import { RpcClient } from "../shared/base/rpc.ts";
import { hostContract } from "../shared/calls/protocol.ts";
import { setOwnKinds } from "../shared/guarded/ownKindsInUse.ts";
import { HostLink, type HostLinkDeps } from "./hostLink.ts";
import { focusIfNothingIs, focusMainControl } from "./kit/focus.ts";
import { createFormat } from "./kit/format.ts";
import { createTicker } from "./kit/ticker.ts";
import { hostChannel, pageStorage } from "./kit/vscodeApi.ts";
import type { Page } from "./page/page.ts";
import { type PageActionDeps, PageActions } from "./page/pageActions.ts";
import { loadMarkdown } from "./page/pageMarkdown.ts";
import { loadSoon } from "./page/soon.ts";
import { ChatState } from "./page/state/chatState.ts";
import { Composer } from "./page/state/composer.ts";
import { PageMemory } from "./page/state/pageMemory.ts";
import { Switching } from "./page/state/switching.ts";
import { TailFollower } from "./page/state/tailFollower.ts";
import { UiState } from "./page/state/uiState.ts";
import { createPageFeatures, type PageFeatures, showsOf } from "./pageFeatures.ts";
import type { Language } from "./words/words.ts";

export function createPage(
  body: HTMLElement,
  language: Language,
  clock: Clock,
): { readonly page: Page; readonly features: PageFeatures } {
  const { locale, words, lateWords } = language;
  const state = new ChatState();
  const ui = new UiState();
  const memory = new PageMemory(pageStorage);
  const follower = new TailFollower((place) => memory.keepPlace(place));
  const host = new RpcClient(hostChannel, hostContract).calls;
  const composer = new Composer({
    clock,
    memory,
    saveDraft: (conversationId, { text, version }) =>
      host.saveDraft({ conversationId, text, draftVersion: version }),
  });
  const switching = new Switching(composer, () => link.whenDrawn());
  const shared = { host, state, composer, follower, ui, switching };
  const features = createPageFeatures({ ...shared, language, clock });
  const link = new HostLink({
    channel: hostChannel,
    host,
    shows: showsOf(features),
    clock,
    ...receiversOf(state, composer, ui),
  });
  const soon = loadSoon({
    state,
    lateWords,
    clock,
    readColors: async (theme) => (await host.codeColors({ theme })).colors,
  });
  const gates = gatesOf(features);
  const actions = new PageActions({ ...shared, words, ...gates, onDidCopy: soon.sayCopied });
  const page: Page = {
    ...language,
    format: createFormat(locale),
    place: body.dataset["place"] === "editor" ? "editor" : "sidebar",
    attachState: link.attachState,
    attach: () => {
      void link.attach();
      soon.refreshColors();
    },
    state,
    composer,
    follower,
    memory,
    ui,
    actions,
    createMarkdown: loadMarkdown(lateWords, actions, async (all) => {
      const { codeActions } = await import("./editing/codeActions.ts");
      return codeActions(all, actions, features.editing);
    }),
    spoken: soon.spoken,
    say: soon.say,
    now: createTicker(clock),
  };
  return { page, features };
}

function receiversOf(
  state: ChatState,
  composer: Composer,
  ui: UiState,
): Pick<HostLinkDeps, "onSnapshot" | "onEvents" | "onViewState" | "onFocusComposer"> {
  return {
    onSnapshot(snapshot) {
      const isFirst = state.conversationId.value === "";
      const isOther = snapshot.conversationId !== state.conversationId.value;
      ui.enter(snapshot.edits ?? [], isOther);
      composer.enter(snapshot.conversationId, {
        text: snapshot.draft,
        version: snapshot.draftVersion,
      });
      setOwnKinds(snapshot.view.ownKinds);
      state.show(snapshot);
      if (isOther && document.hasFocus()) {
        // Before the first snapshot a person can already be in a menu or a field, which keeps the focus.
        queueMicrotask(isFirst ? focusIfNothingIs : focusMainControl);
      }
    },
    onEvents: (events) => state.apply(events),
    onViewState(view) {
      setOwnKinds(view.ownKinds);
      state.view.value = view;
    },
    onFocusComposer: focusMainControl,
  };
}

function gatesOf({
  turns,
  context,
  governance,
  protection,
}: PageFeatures): Pick<PageActionDeps, "beforeSend" | "isStopped" | "decideFirst"> {
  return {
    beforeSend: () => context.beforeSend(),
    isStopped: () => governance.stopped.value !== undefined || turns.refusesImages,
    decideFirst: (report, sendAgain) => protection.decideFirst(report, sendAgain),
  };
}
