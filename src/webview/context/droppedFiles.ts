import type { PageFeatureDeps } from "../page/pageFeatureDeps.ts";
import type { DroppedData } from "./droppedData.ts";

/** Larger text files are not read in the page. In bytes. */
const maxTextBytes = 5_000_000;
const maxFiles = 20;

/**
 * Attaches dropped items: the host reads addresses, the page reads files from outside the editor.
 */
export class DroppedFiles {
  readonly #deps: PageFeatureDeps;

  constructor(deps: PageFeatureDeps) {
    this.#deps = deps;
  }

  async add({ uris, files }: DroppedData): Promise<void> {
    const { host, ui, language } = this.#deps;
    ui.notice.value = undefined;
    if (uris.length > 0) {
      const added = await host.addDroppedUris({ uris: [...uris] }).catch(() => undefined);
      ui.notice.value = added?.ok === true ? undefined : language.words.nothingDropped;
      return;
    }
    for (const file of files.slice(0, maxFiles)) {
      await this.#addFile(file);
    }
  }

  async #addFile(file: File): Promise<void> {
    const { host, ui, language } = this.#deps;
    const text = await readText(file);
    const added =
      text === undefined
        ? undefined
        : await host
            .addDroppedText({ name: file.name.slice(0, 1000), text })
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
