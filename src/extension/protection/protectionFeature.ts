import type { OpenConversation } from "../../chat/conversations.ts";
import { decideUnsent } from "../../chat/protection/decideUnsent.ts";
import {
  draftSource,
  pathSources,
  type ReportSource,
  sensitiveReport,
  unsentSources,
} from "../../chat/protection/sensitiveReport.ts";
import { sentValues } from "../../chat/protection/sentValues.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import type { Handlers } from "../../shared/base/rpc.ts";
import type { protectionCalls } from "../../shared/calls/protectionCalls.ts";
import { emptyConversation } from "../../shared/conversation/transcript.ts";
import { settings } from "../editor/settings.ts";
import type { ChatView } from "../view/chatView.ts";
import type { UndecidedIn } from "../view/judgedSend.ts";
import type { PageFeature } from "../view/pageFeature.ts";
import { DraftWatch } from "./draftWatch.ts";
import type { ProtectionState } from "./protectionState.ts";
import { undecidedIn } from "./undecidedIn.ts";

interface ProtectionFeature {
  readonly page: PageFeature<typeof protectionCalls>;
  readonly undecidedIn: UndecidedIn;
}

type Reported = Awaited<ReturnType<typeof sensitiveReport>>;

export function createProtectionFeature({
  protection,
}: {
  readonly protection: ProtectionState;
}): ProtectionFeature {
  const didDecide = new Emitter<undefined>();
  return {
    undecidedIn: undecidedIn(protection),
    page: {
      handlers: (view) => protectionHandlers(view, protection, () => didDecide.fire(undefined)),
      watch: (conversation, page) =>
        new DraftWatch({
          conversation,
          state: protection,
          show: (report) => {
            const conversationId = conversation.session.id;
            page.showSensitive({ conversationId, report });
          },
          triggers: [didDecide.event, (listener) => settings.onDidChange("dlp.mode", listener)],
        }),
    },
  };
}

function protectionHandlers(
  view: ChatView,
  state: ProtectionState,
  onDecided: () => void,
): Handlers<typeof protectionCalls> {
  const { decisions } = state;
  const reported = (conversationId: string, sources: readonly ReportSource[]): Promise<Reported> =>
    sensitiveReport(sources, { mode: state.protection.mode, decisions, conversationId });
  return {
    checkText: async ({ conversationId, text }) =>
      (await reported(conversationId, textSources(text, state))).report,
    checkMessage: async ({ conversationId, messageId }) => {
      const sources = messageSources(await view.conversation(), messageId, state);
      return (await reported(conversationId, sources)).report;
    },
    sentValues: async ({ conversationId, messageId }) => {
      const { session } = await view.conversation();
      const isLooked = session.id === conversationId && state.protection.mode !== "off";
      const conversation = isLooked ? session.conversation : emptyConversation;
      const attachment = (id: string): ReturnType<typeof session.attachment> =>
        session.attachment(id);
      return await sentValues(conversation, messageId, { ...state, attachment });
    },
    decideValue: ({ conversationId, id, decision }) => {
      decisions.decide(conversationId, [id], decision);
      onDecided();
      return {};
    },
    decideAll: async ({ conversationId, messageId, text, decision, choices = [] }) => {
      const conversation = await view.conversation();
      if (conversation.session.id === conversationId) {
        const deps = { mode: state.protection.mode, decisions, conversationId };
        if (messageId === undefined) {
          const sources = unsentIn(conversation, text, state);
          await decideUnsent(sources, { decision, choices }, deps);
        } else {
          const { ids } = await reported(
            conversationId,
            messageSources(conversation, messageId, state),
          );
          const refused = state.protection.refusedIn(conversationId);
          decisions.decide(conversationId, [...ids, ...refused], decision);
        }
        onDecided();
      }
      return {};
    },
  };
}

function textSources(text: string, { scanner }: ProtectionState): readonly ReportSource[] {
  return [draftSource(text, scanner.scan(text))];
}

function unsentIn(
  { session: { conversation }, draft }: OpenConversation,
  text: string | undefined,
  { scanner }: ProtectionState,
): readonly ReportSource[] {
  const own = text ?? draft.text;
  const attachments = text === undefined ? draft.attachments : [];
  const findings = scanner.scan(own);
  return unsentSources({ text: own, findings }, attachments, { conversation, scanner });
}

function messageSources(
  { session }: OpenConversation,
  messageId: string,
  { scanner }: ProtectionState,
): readonly ReportSource[] {
  const { conversation } = session;
  const message = conversation.messages.find(({ id }) => id === messageId);
  const attachment = (id: string): ReturnType<typeof session.attachment> => session.attachment(id);
  return message ? pathSources(conversation, message.parentId, { scanner, attachment }) : [];
}
