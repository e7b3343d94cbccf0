import * as vscode from "vscode";

import type { StreamChat } from "../../chat/turn.ts";
import { HubError, toFailure } from "../../hub/errors/hubError.ts";
import type { ChatRequestMessage, StreamOptions } from "../../hub/wire/chatTypes.ts";
import { describeFailure } from "../../shared/failures/failureWords.ts";
import type { Models } from "../connection/models.ts";
import { wordsLocale } from "../editor/locale.ts";
import { plainText } from "../editor/plainText.ts";

export interface OneOffDeps {
  readonly models: Pick<Models, "selected" | "list">;
  readonly streamChat: StreamChat;
}

/**
 * Streams one answer outside any conversation. Throws a `HubError`, also for a truncated answer; `cancelled` on abort.
 */
export async function* askOnce(
  deps: OneOffDeps,
  messages: readonly ChatRequestMessage[],
  options: Pick<StreamOptions, "signal" | "secretsStay">,
): AsyncGenerator<string> {
  const model = await modelOf(deps);
  let reason: string | undefined;
  const idempotencyKey = crypto.randomUUID();
  for await (const event of deps.streamChat({ model, messages }, { ...options, idempotencyKey })) {
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

/** Shows nothing if the person stopped the request. */
export function tellFailure(error: unknown): void {
  const failure = toFailure(error);
  if (failure.kind === "cancelled") {
    return;
  }
  const { headline, nextStep } = describeFailure(failure, wordsLocale());
  void vscode.window.showErrorMessage(plainText(`AI Hub: ${headline} ${nextStep}`));
}

/** The selected model; throws a `HubError` if the hub lists none. */
export async function modelOf({ models }: Pick<OneOffDeps, "models">): Promise<string> {
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
