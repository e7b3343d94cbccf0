import * as vscode from "vscode";

import { type Disposable, DisposableStore, toDisposable } from "../../shared/base/lifecycle.ts";
import type { toolsCalls } from "../../shared/calls/toolsCalls.ts";
import { loadPart } from "../editor/laterPart.ts";
import type { ChatPlaces } from "../view/chatPlaces.ts";
import type { FeatureDeps } from "../view/featureDeps.ts";
import { done } from "../view/pageCalls.ts";
import type { PageFeature } from "../view/pageFeature.ts";
import type { ChatTools } from "./chatTools.ts";

export interface ToolsFeature {
  readonly page: PageFeature<typeof toolsCalls>;
  readonly commands: Readonly<
    Record<"seller.stopWrites" | "seller.chooseTools", () => Promise<unknown>>
  >;
}

export function createToolsFeature({
  chatTools,
  context,
  places,
}: Pick<FeatureDeps, "context" | "places"> & { readonly chatTools: ChatTools }): ToolsFeature {
  const { approvals } = chatTools;
  const seen = new SeenConversations();
  context.subscriptions.push(
    approvals.onDidChange((id) => {
      if (approvals.pending(id).length > 0 && !seen.has(id)) {
        void tellOfWaiting(places, id);
      }
    }),
  );
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
        chooseTools: () => done(chooseTools(chatTools)),
      }),
      watch: ({ session: { id } }, page) => {
        const watched = new DisposableStore();
        watched.add(seen.add(id));
        const show = (): void => page.showTools(chatTools.state);
        const showWaiting = (): void =>
          page.showApprovals({ conversationId: id, approvals: [...approvals.pending(id)] });
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

async function chooseTools(chatTools: ChatTools): Promise<void> {
  const questions = await loadPart(() => import("./chooseTools.ts"));
  await questions.chooseTools(chatTools);
}

async function stopWrites(chatTools: ChatTools): Promise<void> {
  chatTools.stopWrites();
  const { offerWrites } = await loadPart(() => import("./chooseTools.ts"));
  await offerWrites(chatTools);
}

class SeenConversations {
  readonly #shown: string[] = [];

  has(id: string): boolean {
    return this.#shown.includes(id);
  }

  add(id: string): Disposable {
    this.#shown.push(id);
    return toDisposable(() => {
      this.#shown.splice(this.#shown.indexOf(id), 1);
    });
  }
}

/** Notifies of a card that no page shows. Omits its content, because notices render links. */
async function tellOfWaiting(places: ChatPlaces, id: string): Promise<void> {
  const show = vscode.l10n.t("Show");
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t("A write waits for your approval in a chat that is not shown."),
    show,
  );
  if (answer === show) {
    await places.sidebar.show(id);
    await places.focus();
  }
}
