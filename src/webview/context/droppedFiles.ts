import type { PageFeatureDeps } from "../page/pageFeatureDeps.ts";
import type { DroppedData } from "./droppedData.ts";

/** Larger text files are not read in the page. */
const maxTextBytes = 5_000_000;
const maxFiles = 20;
/** The host's limit. */
const maxUris = 50;

export class DroppedFiles {
  readonly #deps: PageFeatureDeps;

  constructor(deps: PageFeatureDeps) {
    this.#deps = deps;
  }

  async add({ uris, files }: DroppedData): Promise<void> {
    const { host, ui, language, state } = this.#deps;
    // Another conversation may be shown before the last file is read.
    const conversationId = state.conversationId.value;
    ui.notice.value = undefined;
    if (uris.length > 0) {
      const added = await host
        .addDroppedUris({ conversationId, uris: uris.slice(0, maxUris) })
        .catch(() => undefined);
      ui.notice.value = added?.ok === true ? undefined : language.words.nothingDropped;
      this.#tellLeftOut(uris.length, maxUris);
      return;
    }
    for (const file of files.slice(0, maxFiles)) {
      await this.#addFile(conversationId, file);
    }
    this.#tellLeftOut(files.length, maxFiles);
  }

  #tellLeftOut(count: number, most: number): void {
    const { ui, language } = this.#deps;
    if (count > most) {
      ui.notice.value = language.words.onlyFirstDropped(most);
    }
  }

  async #addFile(conversationId: string, file: File): Promise<void> {
    const { host, ui, language } = this.#deps;
    const text = await readText(file);
    const added =
      text === undefined
        ? undefined
        : await host
            .addDroppedText({ conversationId, name: file.name.slice(0, 1000), text })
            .catch(() => undefined);
    if (added?.ok !== true) {
      ui.notice.value = language.words.fileNotText(file.name);
    }
  }
}

async function readText(file: File): Promise<string | undefined> {
  if (file.size > maxTextBytes) {
    return undefined;
  }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return bytes.includes(0) ? undefined : new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // A folder, or not UTF-8.
    return undefined;
  }
}
