import type { OpenConversation } from "../../chat/conversations.ts";
import type { Draft } from "../../chat/conversationStore.ts";
import { maskedTitle } from "../../chat/title.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import { type Channel, type Client, RpcClient, RpcServer } from "../../shared/base/rpc.ts";
import {
  type Snapshot,
  type Turn,
  viewContract,
  type ViewState,
} from "../../shared/calls/protocol.ts";
import { hostContract } from "../../shared/calls/protocol.ts";
import type { ChatEvent, Conversation, Message } from "../../shared/conversation/conversation.ts";
import { comparedWith, siblingsOf } from "../../shared/conversation/transcript.ts";
import { onDidChangeOwnKinds, ownLabels } from "../../shared/guarded/ownKindsInUse.ts";
import type { ChatView, ConversationEnd } from "./chatView.ts";
import { isEndOf, messagesPage, messagesPageOfEnd } from "./messagePages.ts";
import { watchFeatures } from "./pageFeatures.ts";
import { pageHandlers, type PageServices } from "./pageHandlers.ts";

/** A hidden or closed page does not answer, so calls to it end after this time. */
const callTimeoutMs = 30_000;

export interface ChatPageDeps {
  readonly channel: Channel;
  readonly view: ChatView;
  readonly services: PageServices;
  readonly clock: Clock;
}

/**
 * A webview of a `ChatView`. The page owns no data: on attach it gets a snapshot, then each change until it is hidden.
 */
export class ChatPage implements Disposable {
  readonly #view: ChatView;
  readonly #services: PageServices;
  readonly #disposables = new DisposableStore();
  readonly #page: Client<typeof viewContract>;
  #watched: DisposableStore | undefined;
  #unreadableId: string | undefined;

  constructor({ channel, view, services, clock }: ChatPageDeps) {
    this.#view = view;
    this.#services = services;
    const timeout = { ms: callTimeoutMs, startTimer: clock.startTimer };
    this.#page = this.#disposables.add(new RpcClient(channel, viewContract, timeout)).calls;
    this.#disposables.add(
      new RpcServer(
        channel,
        hostContract,
        pageHandlers(view, services, () => this.#attach()),
      ),
    );
    this.#disposables.add(view.onDidSwitch(() => this.#page.reload({})));
    this.#disposables.add(services.connection.onDidChange(() => this.#showState()));
    this.#disposables.add(services.reach.onDidChange(() => this.#showState()));
    this.#disposables.add(onDidChangeOwnKinds(() => this.#showState()));
    this.#disposables.add(services.models.onDidChangeSelection(() => this.#showState()));
  }

  focusComposer(): void {
    this.#page.focusComposer({});
  }

  detach(): void {
    this.#watched?.dispose();
    this.#watched = undefined;
  }

  dispose(): void {
    this.detach();
    this.#disposables.dispose();
  }

  async #attach(): Promise<Snapshot> {
    const end = await this.#view.end();
    const snapshot =
      end && end.id !== this.#unreadableId
        ? this.#showEnd(end)
        : this.#show(await this.#view.conversation());
    void this.#services.connection.start();
    return snapshot;
  }

  #show(conversation: OpenConversation): Snapshot {
    this.#watch(conversation);
    const { session, draft } = conversation;
    const { title } = session.conversation;
    return {
      ...messagesPage(session.conversation),
      view: this.#state(conversation),
      conversationId: session.id,
      ...(title !== undefined && { title: maskedTitle(title) }),
      seq: session.seq,
      draft: draft.text,
      draftVersion: draft.version,
      edits: [...draft.edits],
    };
  }

  /** Shows the last messages first; the page's calls wait for the rest. */
  #showEnd({ id, conversation, draft }: ConversationEnd): Snapshot {
    const watched = this.#beginWatching();
    const shown = messagesPageOfEnd(conversation);
    const complete = (whole: OpenConversation): void => {
      if (this.#watched !== watched) {
        return;
      }
      this.#watch(whole);
      this.#showState();
      const isShown = isEndOf(shown, messagesPage(whole.session.conversation));
      if (!isShown || whole.session.seq > 0) {
        this.#page.reload({});
      }
    };
    this.#view.conversation().then(complete, () => {
      if (this.#watched === watched) {
        // The page attaches again and then learns of the failure.
        this.#unreadableId = id;
        this.#page.reload({});
      }
    });
    return {
      ...shown,
      view: this.#viewState(draft, conversation.messages, { state: "idle" }),
      conversationId: id,
      seq: 0,
      draft: draft.text,
      draftVersion: draft.version,
      edits: [...(draft.edits ?? [])],
    };
  }

  #beginWatching(): DisposableStore {
    this.detach();
    this.#watched = new DisposableStore();
    return this.#watched;
  }

  #watch(conversation: OpenConversation): void {
    const { session, draft } = conversation;
    const watched = this.#beginWatching();
    watched.add(
      session.onDidEmit(({ seq, events }) => {
        if (events.some((event) => changesBranch(session.conversation, event))) {
          this.#page.reload({});
        } else {
          this.#page.showEvents({ conversationId: session.id, seq, events: [...events] });
        }
      }),
    );
    watched.add(watchFeatures(this.#services.features, conversation, this.#page, this.#view));
    watched.add(session.onDidChangeTurn(() => this.#showState()));
    watched.add(draft.onDidChangeAttachments(() => this.#showState()));
    watched.add(draft.onDidChangeModel(() => this.#showState()));
  }

  #showState(): void {
    if (this.#watched) {
      this.#view.conversation().then(
        (conversation) => this.#page.showState(this.#state(conversation)),
        // The page's next attach reports the failure.
        () => undefined,
      );
    }
  }

  #state({ session, draft }: OpenConversation): ViewState {
    return this.#viewState(draft, session.conversation.messages, session.turn);
  }

  #viewState(
    { attachments, model }: Pick<Draft, "attachments" | "model">,
    messages: readonly Message[],
    turn: Turn,
  ): ViewState {
    const { connection, reach } = this.#services;
    const kinds = ownLabels();
    return {
      connection: connection.state,
      ...(reach.problem && { hubProblem: reach.problem }),
      ...(reach.isChecking && { isHubAwaited: true as const }),
      ...(reach.canSignIn && { canSignIn: true as const }),
      ...(!connection.canStartLocalHub && { cannotStartLocalHub: true as const }),
      ...(connection.isAddressLocked === true && { isAddressLocked: true as const }),
      ...modelState(this.#services, model),
      ...namesOf(messages, this.#services),
      ...(kinds.length > 0 && { ownKinds: [...kinds] }),
      attachments: attachments.map(({ info }) => info),
      turn,
    };
  }
}

function modelState(
  { models }: Pick<PageServices, "models">,
  wanted: string | undefined,
): Pick<ViewState, "selectedModel" | "selectedModelName" | "isModelLocked" | "ownModel"> {
  const { selected, selectedName } = models;
  const id = wanted ?? selected;
  const name = wanted === undefined ? selectedName : models.listed(wanted)?.name;
  return {
    ...(id !== undefined && { selectedModel: id }),
    ...(name !== undefined && { selectedModelName: name }),
    ...(models.isLocked && { isModelLocked: true as const }),
    ...(wanted !== undefined &&
      selected !== undefined &&
      wanted !== selected && { ownModel: { id: selected, name: selectedName ?? selected } }),
  };
}

function namesOf(
  messages: readonly Message[],
  { models }: Pick<PageServices, "models">,
): Pick<ViewState, "modelNames"> {
  const ids = messages.flatMap((message) =>
    message.role === "assistant" ? [message.model, message.answeredBy ?? message.model] : [],
  );
  const names = [...new Set(ids)].flatMap((id) => {
    const name = models.listed(id)?.name ?? id;
    return name === id ? [] : [[id, name] as const];
  });
  return names.length === 0 ? {} : { modelNames: Object.fromEntries(names) };
}

function changesBranch(conversation: Conversation, event: ChatEvent): boolean {
  if (event.kind === "userMessageAdded" || event.kind === "answerStarted") {
    const beside = comparedWith(conversation, event.message).length;
    return siblingsOf(conversation, event.message).length > Math.max(1, beside);
  }
  return event.kind === "branchSelected" || event.kind === "comparisonDecided";
}
