import * as vscode from "vscode";

import type { toolsCalls } from "../../shared/calls/toolsCalls.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { FeatureDeps } from "../features.ts";
import type { PageFeature } from "../view/pageFeature.ts";
import { chooseTools, stopWrites } from "./chooseTools.ts";

export interface ToolsFeature {
  readonly page: PageFeature<typeof toolsCalls>;
  /** By their names in `commandNames`. */
  readonly commands: Readonly<
    Record<"seller.stopWrites" | "seller.chooseTools", () => Promise<unknown>>
  >;
}

export function createToolsFeature({ chatTools, context }: FeatureDeps): ToolsFeature {
  const { approvals } = chatTools;
  const showWhether = (): void => {
    const has = chatTools.offered("editorTool").length > 0;
    void vscode.commands.executeCommand("setContext", "aiHub.hasSellerTools", has);
  };
  context.subscriptions.push(chatTools.onDidChange(showWhether));
  showWhether();
  return {
    page: {
      handlers: (view) => ({
        decideTool: async ({ approvalId, ...decision }) => {
          const { session } = await view.conversation();
          return session.id === decision.conversationId
            ? { outcome: approvals.decide({ ...decision, id: approvalId }) }
            : { outcome: "gone" };
        },
        chooseTools: async () => {
          await chooseTools(chatTools);
          return {};
        },
      }),
      watch: ({ session: { id } }, page) => {
        const watched = new DisposableStore();
        // A page that is gone attaches again and is told then.
        const show = (): void => void page.showTools(chatTools.state).catch(() => undefined);
        const showWaiting = (): void =>
          void page
            .showApprovals({ conversationId: id, approvals: [...approvals.pending(id)] })
            .catch(() => undefined);
        watched.add(chatTools.onDidChange(show));
        watched.add(
          approvals.onDidChange((changed) => {
            if (changed === id) {
              showWaiting();
            }
          }),
        );
        show();
        showWaiting();
        return watched;
      },
    },
    commands: {
      "seller.stopWrites": () => stopWrites(chatTools),
      "seller.chooseTools": () => chooseTools(chatTools),
    },
  };
}
