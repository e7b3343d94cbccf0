import { type ReadonlySignal, signal } from "@preact/signals";

import type { Handlers } from "../../shared/base/rpc.ts";
import type { ModelName, Queue, turnsShows } from "../../shared/calls/turnsCalls.ts";
import { focusMainAfter, focusMainControl } from "../kit/focus.ts";
import type { PageFeatureDeps } from "../page/pageFeatureDeps.ts";
import { pagePart } from "../page/pagePart.ts";
import { HostCalls } from "../page/state/hostCalls.ts";
import { busyButtons } from "./busyButtons.ts";
import type { PreparedImage } from "./imageBytes.ts";
import { imageFiles } from "./imageFiles.ts";
import { ImageStore } from "./imageStore.ts";
import { quoted } from "./quote.ts";

export type ModelMenu =
  | { readonly kind: "regenerate" | "compare"; readonly messageId: string }
  | { readonly kind: "sendToCompare" };

type ImageModels = { readonly takesImages: boolean; readonly others: readonly ModelName[] };

const maxNameUnits = 300;

export class TurnsPage {
  readonly #deps: PageFeatureDeps;
  readonly #calls: HostCalls;
  readonly #queue = signal<Queue | undefined>(undefined);
  readonly #imageModels = signal<ImageModels>({ takesImages: true, others: [] });
  #opener: Element | null = null;

  readonly isBusy: ReadonlySignal<boolean>;
  readonly images: ImageStore;
  readonly menu = signal<ModelMenu | undefined>(undefined);
  readonly shownImageId = signal<string | undefined>(undefined);
  readonly shows: Handlers<typeof turnsShows> = {
    showQueue: (queue) => {
      this.#queue.value = queue;
    },
    showImageModels: (models) => {
      this.#imageModels.value = models;
    },
    shrinkImage: async ({ mimeType, base64 }) => {
      const { shrinkBase64 } = await import("./imageBytes.ts");
      const smaller = await shrinkBase64(mimeType, base64);
      return smaller === undefined ? {} : { base64: smaller };
    },
  };

  constructor(deps: PageFeatureDeps) {
    this.#deps = deps;
    this.#calls = new HostCalls(deps.ui, deps.language.words);
    this.isBusy = busyButtons(deps.state.isRunning);
    this.images = new ImageStore((id) => deps.host.readImage({ id }).then(({ image }) => image));
  }

  get queue(): Queue | undefined {
    const queue = this.#queue.value;
    return queue?.conversationId === this.#deps.state.conversationId.value ? queue : undefined;
  }

  get imageModels(): ReadonlySignal<ImageModels> {
    return this.#imageModels;
  }

  get refusesImages(): boolean {
    const { attachments } = this.#deps.state.view.value;
    return attachments.some(({ kind }) => kind === "image") && !this.#imageModels.value.takesImages;
  }

  openMenu(menu: ModelMenu): void {
    this.#opener = document.activeElement;
    this.menu.value = menu;
  }

  closeMenu(): void {
    this.menu.value = undefined;
    if (this.#opener instanceof HTMLElement && this.#opener.isConnected) {
      this.#opener.focus();
    } else {
      focusMainControl();
    }
  }

  regenerateWith(messageId: string, model: string): void {
    this.#deps.follower.follow();
    void this.#calls.do(this.#deps.host.regenerateWith({ ...this.#on(messageId), model }));
  }

  compareAnswers(messageId: string, models: readonly string[]): void {
    this.#deps.follower.follow();
    const request = { ...this.#on(messageId), models: [...models] };
    void this.#calls.do(this.#deps.host.compareAnswers(request));
  }

  keepAnswer(messageId: string): void {
    void focusMainAfter(this.#calls.do(this.#deps.host.keepAnswer(this.#on(messageId))));
  }

  fork(messageId: string): void {
    const { host, switching } = this.#deps;
    void switching.by(() => this.#calls.do(host.forkConversation(this.#on(messageId))));
  }

  quote(text: string): void {
    const { composer } = this.#deps;
    const before = composer.typed.value.trimEnd();
    composer.type(`${before === "" ? "" : `${before}\n\n`}${quoted(text)}\n\n`);
    focusMainControl();
  }

  editQueued(id: string, text: string): void {
    void this.#calls.ask(this.#deps.host.editQueued({ ...this.#onQueued(id), text }));
  }

  moveQueued(id: string, index: number): void {
    void this.#calls.ask(this.#deps.host.moveQueued({ ...this.#onQueued(id), index }));
  }

  removeQueued(id: string): void {
    void this.#calls.ask(this.#deps.host.removeQueued(this.#onQueued(id)));
  }

  sendQueued(id: string): void {
    this.#deps.follower.follow();
    focusMainControl();
    void this.#calls.do(this.#deps.host.sendQueued(this.#onQueued(id)));
  }

  resumeQueue(): void {
    this.#deps.follower.follow();
    focusMainControl();
    const conversationId = this.#deps.state.conversationId.value;
    void this.#calls.do(this.#deps.host.resumeQueue({ conversationId }));
  }

  useModel(id: string): void {
    void focusMainAfter(this.#calls.ask(this.#deps.host.selectModel({ id })));
  }

  takeFiles(files: Iterable<File> | undefined): boolean {
    const pictures = imageFiles(files);
    for (const file of pictures) {
      void this.addImage(file, file.name);
    }
    return pictures.length > 0;
  }

  async addImage(file: Blob, name: string): Promise<void> {
    const { host, ui, language, state } = this.#deps;
    const { words } = language;
    // Another conversation may be shown before the picture is small enough.
    const conversationId = state.conversationId.value;
    const shownName = name === "" ? words.pastedImage : name.slice(0, maxNameUnits);
    const prepared = await preparedOf(file);
    const problem =
      "problem" in prepared
        ? prepared.problem
        : (
            await this.#calls.ask(
              host.addImage({ conversationId, name: shownName, base64: prepared.base64 }),
            )
          )?.problem;
    if (problem) {
      ui.notice.value = {
        noImage: words.notAnImage(shownName),
        tooLarge: words.imageTooLarge(shownName),
        tooMany: words.tooManyAttachments,
        notLoaded: words.partFailed,
      }[problem];
    }
  }

  #on(messageId: string): { readonly conversationId: string; readonly messageId: string } {
    return { conversationId: this.#deps.state.conversationId.value, messageId };
  }

  #onQueued(id: string): { readonly conversationId: string; readonly id: string } {
    return { conversationId: this.#deps.state.conversationId.value, id };
  }
}

async function preparedOf(file: Blob): Promise<PreparedImage | { readonly problem: "notLoaded" }> {
  try {
    const { prepareImage } = await import("./imageBytes.ts");
    return await prepareImage(file);
  } catch {
    return { problem: "notLoaded" };
  }
}

export function createTurnsPage(deps: PageFeatureDeps): TurnsPage {
  return new TurnsPage(deps);
}

export const { Provider: TurnsProvider, usePart: useTurns } = pagePart<TurnsPage>("turns");
