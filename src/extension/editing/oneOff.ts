import * as vscode from "vscode";

import type { StreamChat } from "../../chat/turn.ts";
import type { ChatRequestMessage } from "../../hub/chatTypes.ts";
import { HubError, toFailure } from "../../hub/hubError.ts";
import { describeFailure } from "../../shared/failureWords.ts";
import type { Models } from "../connection/models.ts";
import { wordsLocale } from "../editor/locale.ts";
import { plainText } from "../editor/plainText.ts";

/** What a request beside the chat needs. */
export interface OneOffDeps {
  readonly models: Pick<Models, "selected" | "list">;
  readonly streamChat: StreamChat;
}

/**
 * Text of one answer that belongs to no conversation. Throws a `HubError`, also for an answer that was cut;
 * `cancelled` if the signal said so.
 */
export async function* askOnce(
  deps: OneOffDeps,
  messages: readonly ChatRequestMessage[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  const model = await modelOf(deps);
  let reason: string | undefined;
  const idempotencyKey = crypto.randomUUID();
  for await (const event of deps.streamChat({ model, messages }, { signal, idempotencyKey })) {
    if (event.kind === "textDelta") {
      yield event.text;
    } else if (event.kind === "finished") {
      ({ reason } = event);
    }
  }
  if (reason === undefined || reason === "length") {
    throw new HubError({ kind: reason === undefined ? "truncated" : "length_limit" });
  }
  if (reason === "content_filter") {
    throw new HubError({ kind: "content_filtered" });
  }
}

/** Says in the editor what the chat would say on its page; nothing where the person stopped it. */
export function tellFailure(error: unknown): void {
  const failure = toFailure(error);
  if (failure.kind === "cancelled") {
    return;
  }
  const { headline, nextStep } = describeFailure(failure, wordsLocale());
  void vscode.window.showErrorMessage(plainText(`AI Hub: ${headline} ${nextStep}`));
}

async function modelOf({ models }: OneOffDeps): Promise<string> {
  if (models.selected !== undefined) {
    return models.selected;
  }
  const { failure } = await models.list({ refresh: false });
  const { selected } = models;
  if (selected === undefined) {
    throw new HubError(failure ?? { kind: "model_not_found" });
  }
  return selected;
}
