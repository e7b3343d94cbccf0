import type { CodeBlockContent } from "../../shared/calls/editingCalls.ts";
import type { PageFeatureDeps } from "../page/pageFeatureDeps.ts";
import { HostCalls } from "../page/state/hostCalls.ts";

export interface EditingPage {
  readonly applyCode: (block: CodeBlockContent) => void;
  readonly newFile: (block: CodeBlockContent) => void;
  readonly runInTerminal: (block: CodeBlockContent) => void;
}

export function createEditingPage({ host, ui, language }: PageFeatureDeps): EditingPage {
  const calls = new HostCalls(ui, language.words);
  const tell = (request: Promise<unknown>): void => void calls.ask(request);
  return {
    applyCode: (block) => tell(host.applyCode(block)),
    newFile: (block) => tell(host.newFile(block)),
    runInTerminal: (block) => tell(host.runInTerminal(block)),
  };
}
