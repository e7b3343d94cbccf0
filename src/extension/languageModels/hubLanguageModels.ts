import * as vscode from "vscode";
import * as z from "zod/mini";

import type { StreamChat } from "../../chat/turn.ts";
import { toFailure } from "../../hub/errors/hubError.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import { orAborted } from "../../shared/base/waiting.ts";
import { describeFailure } from "../../shared/failures/failureWords.ts";
import { type HubModel, hubModelSchema } from "../../shared/hubApi/model.ts";
import { estimateTokens } from "../../shared/text/tokenEstimate.ts";
import { wordsLocale } from "../editor/locale.ts";
import type { FeatureDeps } from "../view/featureDeps.ts";
import type { ModelAccess } from "./modelAccess.ts";
import { modelErrorCode } from "./modelErrorCode.ts";
import { modelInformation } from "./modelInformation.ts";
import { requestMessages, contentText } from "./requestMessages.ts";

const rememberedKey = "aiHub.languageModels";
const maxRemembered = 500;
const rememberedSchema = z.array(hubModelSchema).check(z.maxLength(maxRemembered));

export interface HubLanguageModelsDeps extends Pick<FeatureDeps, "connection" | "models"> {
  readonly memory: vscode.Memento;
  /** Asks before a tool of another extension gets real values. */
  readonly streamForEditor: StreamChat;
  readonly access: Pick<ModelAccess, "isAllowed">;
}

/**
 * The hub's models for the editor's own chat, with the same hub, token, data protection and error texts as our chat.
 */
export class HubLanguageModels implements vscode.LanguageModelChatProvider, Disposable {
  readonly #deps: HubLanguageModelsDeps;
  readonly #didChange = new Emitter<undefined>();
  readonly #subscription: Disposable;

  readonly onDidChange = this.#didChange.event;

  constructor(deps: HubLanguageModelsDeps) {
    this.#deps = deps;
    this.#subscription = deps.connection.onDidChange(() => this.#didChange.fire(undefined));
  }

  /** A silent request queries only a hub already in use; else returns the last list. */
  async provideLanguageModelChatInformation({
    silent,
  }: vscode.PrepareLanguageModelChatModelOptions): Promise<vscode.LanguageModelChatInformation[]> {
    const { connection, models } = this.#deps;
    if (silent && connection.state.state !== "ready") {
      return modelInformation(this.#remembered());
    }
    const list = await models.list({ refresh: false });
    if (list.fetchedAt !== undefined) {
      await this.#deps.memory.update(rememberedKey, list.models.slice(0, maxRemembered));
    }
    return modelInformation(list.models);
  }

  // oxlint-disable-next-line max-params -- the editor's own signature
  async provideLanguageModelChatResponse(
    model: vscode.LanguageModelChatInformation,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const controller = new AbortController();
    const cancelling = token.onCancellationRequested(() => controller.abort());
    const tools = (options.tools ?? []).map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema: { type: "object", ...inputSchema },
    }));
    const request = {
      model: model.id,
      messages: requestMessages(messages),
      ...(tools.length > 0 && { tools }),
    };
    try {
      await this.#checkAccess(controller.signal);
      await this.#stream(request, controller.signal, progress);
    } catch (error) {
      throw controller.signal.aborted ? new vscode.CancellationError() : inWords(error);
    } finally {
      cancelling.dispose();
    }
  }

  provideTokenCount(
    _model: vscode.LanguageModelChatInformation,
    text: string | vscode.LanguageModelChatRequestMessage,
  ): Promise<number> {
    const counted = typeof text === "string" ? text : contentText(text.content);
    return Promise.resolve(estimateTokens(counted));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#didChange.dispose();
  }

  async #checkAccess(signal: AbortSignal): Promise<void> {
    if (!(await orAborted(this.#deps.access.isAllowed(), signal))) {
      throw vscode.LanguageModelError.NoPermissions(
        vscode.l10n.t(
          "Other extensions may not use the hub's models. The setting aiHub.languageModels.access allows it.",
        ),
      );
    }
  }

  async #stream(
    request: Parameters<StreamChat>[0],
    signal: AbortSignal,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
  ): Promise<void> {
    const options = { signal, idempotencyKey: crypto.randomUUID() };
    for await (const event of this.#deps.streamForEditor(request, options)) {
      if (event.kind === "textDelta") {
        progress.report(new vscode.LanguageModelTextPart(event.text));
      } else if (event.kind === "toolCall") {
        const { id, name, arguments: args, unreadable } = event.call;
        // The editor accepts only an object and checks it by the tool's schema.
        const input = unreadable === undefined ? args : { raw_arguments: unreadable };
        progress.report(new vscode.LanguageModelToolCallPart(id, name || "_", input));
      }
    }
  }

  #remembered(): readonly HubModel[] {
    const stored = rememberedSchema.safeParse(this.#deps.memory.get<unknown>(rememberedKey));
    return stored.data ?? [];
  }
}

/** The editor shows the message unchanged; other extensions use the code. */
function inWords(error: unknown): Error {
  if (error instanceof vscode.LanguageModelError) {
    return error;
  }
  const failure = toFailure(error);
  if (failure.kind === "cancelled") {
    return new vscode.CancellationError();
  }
  const { headline, nextStep } = describeFailure(failure, wordsLocale());
  const words = `${headline} ${nextStep}`;
  const code = modelErrorCode(failure.kind);
  switch (code) {
    case "NoPermissions":
      return vscode.LanguageModelError.NoPermissions(words);
    case "NotFound":
      return vscode.LanguageModelError.NotFound(words);
    case "Blocked":
      return vscode.LanguageModelError.Blocked(words);
    case undefined:
      return new Error(words, { cause: error });
    default:
      return code satisfies never;
  }
}
