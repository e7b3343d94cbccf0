import type { ConversationDraft } from "../../../chat/conversationDraft.ts";
import type { OpenConversation } from "../../../chat/conversations.ts";
import { findPromptModel } from "../../../context/promptFile.ts";
import type { ModelList } from "../../../shared/calls/protocol.ts";
import type { HubModel } from "../../../shared/hubApi/model.ts";
import { canBeUsed } from "../../../shared/hubApi/nearestModels.ts";

export interface PromptModels {
  readonly selectedModel: HubModel | undefined;
  listed(id: string): HubModel | undefined;
  choices(options: { readonly refresh: boolean }): Promise<ModelList>;
}

export function modelFor(
  { draft }: OpenConversation,
  models: Pick<PromptModels, "selectedModel" | "listed">,
): HubModel | undefined {
  return draft.model === undefined ? models.selectedModel : models.listed(draft.model);
}

export async function choosePromptModel(
  draft: ConversationDraft,
  wanted: string | undefined,
  models: PromptModels,
): Promise<boolean> {
  if (wanted === undefined) {
    draft.setModel(undefined);
    return true;
  }
  const list = await models.choices({ refresh: false });
  const found = findPromptModel(list.models.filter(canBeUsed), wanted);
  draft.setModel(found?.id);
  return found !== undefined;
}
