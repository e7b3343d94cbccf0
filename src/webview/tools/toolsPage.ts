import { type ReadonlySignal, signal } from "@preact/signals";

import type { Handlers } from "../../shared/base/rpc.ts";
import type { toolsShows, ToolsState } from "../../shared/calls/toolsCalls.ts";
import type { PendingApproval } from "../../shared/conversation/tool.ts";
import type { PageFeatureDeps } from "../page/pageFeatureDeps.ts";
import { pagePart } from "../page/pagePart.ts";

/** The result of a click; `done` removes the card. */
export type Decided = "done" | "gone" | "tooEarly" | "wrongWord" | "notAcknowledged" | "failed";

export interface DecisionDetails {
  readonly word?: string;
  readonly acknowledged?: boolean;
}

export interface ToolsPage {
  readonly shows: Handlers<typeof toolsShows>;
  readonly state: ReadonlySignal<ToolsState | undefined>;
  readonly approvalOf: (callId: string) => PendingApproval | undefined;
  readonly choose: () => void;
  readonly decide: (
    approval: PendingApproval,
    approve: boolean,
    details: DecisionDetails,
  ) => Promise<Decided>;
}

export function createToolsPage({ host, state: chat }: PageFeatureDeps): ToolsPage {
  const state = signal<ToolsState>();
  const waiting = signal<{
    readonly conversationId: string;
    readonly approvals: readonly PendingApproval[];
  }>();
  return {
    shows: {
      showTools: (shown) => {
        state.value = shown;
      },
      showApprovals: (shown) => {
        waiting.value = shown;
      },
    },
    state,
    approvalOf: (callId) =>
      waiting.value?.conversationId === chat.conversationId.value
        ? waiting.value?.approvals.find((approval) => approval.callId === callId)
        : undefined,
    choose: () => void host.chooseTools({}).catch(() => undefined),
    decide: async ({ id }, approve, details) => {
      const { value: conversationId } = chat.conversationId;
      try {
        const { outcome } = await host.decideTool({
          conversationId,
          approvalId: id,
          approve,
          ...details,
        });
        return outcome;
      } catch {
        // Unknown outcome; the host's next message updates the card.
        return "failed";
      }
    },
  };
}

export const { Provider: ToolsProvider, usePart: useTools } = pagePart<ToolsPage>("tools");
