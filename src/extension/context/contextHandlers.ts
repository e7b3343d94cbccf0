import * as vscode from "vscode";

import type { OpenConversation } from "../../chat/conversations.ts";
import type { Attachment } from "../../context/attachment.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { Handlers } from "../../shared/base/rpc.ts";
import type { contextCalls } from "../../shared/calls/contextCalls.ts";
import { loadPart } from "../editor/laterPart.ts";
import type { ChatView } from "../view/chatView.ts";
import { addToDraft, browseFiles } from "./files/addContext.ts";
import { attachUris } from "./files/droppedUris.ts";
import { textAttachment } from "./files/fileAttachments.ts";
import { References } from "./files/references.ts";
import type { ContextCounter } from "./prompt/contextCounter.ts";
import { HubSkills, type HubSkillsDeps } from "./prompt/hubSkills.ts";
import { choosePromptModel, modelFor, type PromptModels } from "./prompt/promptModel.ts";
import { newestThatFit } from "./prompt/turnsThatFit.ts";
import { type FindCode, findInCodebase } from "./sources/codebase.ts";
import type { SourceDeps } from "./sources/contextSources.ts";
import type { Offer, OfferBook } from "./sources/offer.ts";
import { rankOffers } from "./sources/rankOffers.ts";

const maxItems = 60;

export interface ContextHandlerDeps extends SourceDeps, HubSkillsDeps {
  readonly offers: OfferBook;
  readonly clock: Clock;
  readonly counter: ContextCounter;
  readonly models: PromptModels;
  readonly promptFolders: readonly vscode.Uri[];
  readonly findCode: FindCode;
  readonly preview: (conversation: OpenConversation, text: string) => Promise<boolean>;
}

interface SharedDeps extends ContextHandlerDeps {
  readonly references: References;
  readonly hubSkills: HubSkills;
}

export function createContextHandlers(
  deps: ContextHandlerDeps,
): (view: ChatView) => Handlers<typeof contextCalls> {
  const shared = {
    ...deps,
    references: new References(deps.files, deps.clock),
    hubSkills: new HubSkills(deps),
  };
  return (view) => contextHandlers(view, shared);
}

function contextHandlers(view: ChatView, deps: SharedDeps): Handlers<typeof contextCalls> {
  const { files, hubSkills, offers, promptFolders: folders, references } = deps;
  const prompts = { folders, files, hubSkills };
  const add = (id: string, attachments: Promise<readonly Attachment[]>): Promise<Added> =>
    addTo(view, id, attachments);
  return {
    searchContext: searcher(deps),
    addContextItem: async ({ conversationId, id }) => {
      const offer = offers.find(id);
      return offer ? await add(conversationId, offer.attach()) : { ok: false };
    },
    browseContext: async ({ conversationId }) => {
      await add(conversationId, browseFiles(files));
      return {};
    },
    addDroppedUris: ({ conversationId, uris }) => add(conversationId, attachUris(uris, files)),
    addDroppedText: ({ conversationId, name, text }) =>
      add(
        conversationId,
        Promise.resolve([textAttachment({ kind: "file", path: name, languageId: "text" }, text)]),
      ),
    findPasteOrigin: async ({ text }) => {
      const { pasteOffer } = await loadPart(() => import("./sources/pasteOffers.ts"));
      const offer = pasteOffer(text, files);
      return offer ? { origin: { id: keep(offer, offers), label: offer.label } } : {};
    },
    findReferences: async ({ texts }) => ({ found: [...(await references.existing(texts))] }),
    openReference: async ({ text }) => ({ ok: await references.open(text) }),
    listSlashCommands: async () => {
      const { listCommands } = await loadSlashCommands();
      return { commands: await listCommands(prompts) };
    },
    expandSlashCommand: async ({ conversationId, name, rest }) => {
      const { session, draft } = await view.conversation();
      if (session.id !== conversationId) {
        return {};
      }
      const hasAttachments = draft.attachments.some(({ info }) => info.kind !== "instructions");
      const { expandCommand } = await loadSlashCommands();
      const expanded = await expandCommand(name, rest, { ...prompts, hasAttachments });
      if (!expanded || expanded === "unread") {
        return expanded ? { isUnread: true } : {};
      }
      await add(conversationId, Promise.resolve(expanded.attachments));
      const { text, model } = expanded;
      const isListed = await choosePromptModel(draft, model, deps.models);
      return { text, ...(model !== undefined && !isListed && { missingModel: model }) };
    },
    startReview: () => {
      // Not awaited: it resolves only when the review has ended.
      void vscode.commands.executeCommand("aiHub.reviewChanges");
      return {};
    },
    ...conversationHandlers(view, deps),
  };
}

function conversationHandlers(
  view: ChatView,
  { counter, models, findCode, preview }: ContextHandlerDeps,
): Pick<
  Handlers<typeof contextCalls>,
  "findInCodebase" | "previewRequest" | "leaveOutOlderTurns" | "takeBackOlderTurns"
> {
  const on = async (
    conversationId: string,
    use: (conversation: OpenConversation) => boolean | Promise<boolean>,
  ): Promise<{ readonly ok: boolean }> => {
    const conversation = await view.conversation();
    return { ok: conversation.session.id === conversationId && (await use(conversation)) };
  };
  const inCode = (
    conversation: OpenConversation,
    text: string,
  ): ReturnType<typeof findInCodebase> => {
    const facts = counter.facts(conversation, modelFor(conversation, models));
    return findInCodebase(conversation, text, { find: findCode, facts });
  };
  return {
    findInCodebase: async ({ conversationId, text }) => {
      const conversation = await view.conversation();
      return conversation.session.id === conversationId
        ? { outcome: await inCode(conversation, text) }
        : { outcome: "nothing" };
    },
    previewRequest: ({ conversationId, text }) =>
      on(
        conversationId,
        async (conversation) =>
          (await inCode(conversation, text)) === "found" && (await preview(conversation, text)),
      ),
    leaveOutOlderTurns: ({ conversationId, draftTokens }) =>
      on(conversationId, (conversation) => {
        const first = newestThatFit(conversation, {
          counter,
          model: modelFor(conversation, models),
          draftTokens,
        });
        if (first !== undefined) {
          conversation.session.startContextAt(first);
        }
        return first !== undefined;
      }),
    takeBackOlderTurns: ({ conversationId }) =>
      on(conversationId, ({ session }) => {
        session.startContextAt(null);
        return true;
      }),
  };
}

const loadSlashCommands = () => loadPart(() => import("./prompt/slashCommands.ts"));
const loadSources = () => loadPart(() => import("./sources/contextSources.ts"));

function searcher(deps: SharedDeps): Handlers<typeof contextCalls>["searchContext"] {
  let running: vscode.CancellationTokenSource | undefined;
  return async ({ query, source, stage }) => {
    const text = query.trim();
    if (stage === "quick") {
      running?.cancel();
      running = undefined;
      const { quickOffers } = await loadSources();
      const asked = { text, source, token: new vscode.CancellationTokenSource().token };
      return { items: itemsOf(quickOffers(deps, asked), text, deps.offers) };
    }
    running?.cancel();
    const own = new vscode.CancellationTokenSource();
    running = own;
    const asked = { text, source, token: own.token };
    const { fullOffers, quickOffers } = await loadSources();
    const found = [...quickOffers(deps, { ...asked }), ...(await fullOffers(deps, asked))];
    return own.token.isCancellationRequested
      ? { items: [] }
      : { items: itemsOf(withoutRepeats(found), text, deps.offers) };
  };
}

function itemsOf(found: readonly Offer[], query: string, offers: OfferBook) {
  return rankOffers(found, query, maxItems).map((ranked) => offers.keep(ranked));
}

/** Drops repeated offers: an open file is also listed as a file, and both searches find known files. */
function withoutRepeats(found: readonly Offer[]): readonly Offer[] {
  const seen = new Set<string>();
  return found.filter(({ source, label, detail }) => {
    const kind = source === "editor" ? "file" : source;
    const key = `${kind}\n${label}\n${detail}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function keep(offer: Offer, offers: OfferBook): string {
  return offers.keep({ offer, match: { score: 0, ranges: [] } }).id;
}

interface Added {
  readonly ok: boolean;
  readonly ids?: string[];
}

/** Adds to the conversation of this id, because the person may switch while files are read. */
async function addTo(
  view: ChatView,
  conversationId: string,
  attachments: Promise<readonly Attachment[]>,
): Promise<Added> {
  const found = await attachments;
  const ok =
    found.length > 0 &&
    (await view.useDraft(conversationId, (draft) => Promise.resolve(addToDraft(draft, found))));
  return ok === true ? { ok, ids: found.map(({ info }) => info.id) } : { ok: false };
}
