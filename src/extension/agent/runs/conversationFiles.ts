import { realFolders } from "../../../agent/tools/base/manyFolders.ts";
import type { AgentMachine } from "./agentRuns.ts";
import { RunFiles } from "./runFiles.ts";
import type { RunView } from "./runView.ts";

export interface ConversationFilesDeps {
  readonly storage: string;
  readonly machine: AgentMachine;
  readonly onChange: (conversationId: string) => void;
}

export class ConversationFiles {
  readonly #deps: ConversationFilesDeps;
  readonly #opening = new Map<string, Promise<RunFiles | undefined>>();
  readonly #read = new Map<string, RunFiles>();

  constructor(deps: ConversationFilesDeps) {
    this.#deps = deps;
  }

  view(conversationId: string): Partial<RunView> | undefined {
    return this.#read.get(conversationId)?.view;
  }

  /** `isNew` creates a store for a starting run. Undefined if nothing can be stored, or nothing is stored yet. */
  async open(conversationId: string, isNew: boolean): Promise<RunFiles | undefined> {
    // Sequential: two stores on one log would overwrite each other's lines.
    const before = this.#opening.get(conversationId) ?? Promise.resolve(undefined);
    const opening = before
      .catch(() => undefined)
      .then((known) => known ?? this.#openNow(conversationId, isNew));
    this.#opening.set(conversationId, opening);
    return await opening;
  }

  async forget(conversationId: string): Promise<void> {
    const files = await this.#opening.get(conversationId);
    this.#opening.delete(conversationId);
    this.#read.delete(conversationId);
    await files?.close();
  }

  dispose(): void {
    for (const files of this.#read.values()) {
      void files.close().catch(() => undefined);
    }
  }

  async #openNow(conversationId: string, isNew: boolean): Promise<RunFiles | undefined> {
    const { storage, machine } = this.#deps;
    const { openCheckpoints, editor } = machine;
    const workspace = await machine.openWorkspace();
    const roots = workspace && (await realFolders(workspace));
    const place = roots && { conversationId, storage, roots };
    const store = place && (await openCheckpoints?.(place, isNew));
    if (!store || !workspace) {
      return undefined;
    }
    await store.recover?.().catch(() => undefined);
    const onChange = (): void => this.#deps.onChange(conversationId);
    const files = new RunFiles(store, { workspace, editor, onChange });
    this.#read.set(conversationId, files);
    await files.refresh();
    return files;
  }
}
