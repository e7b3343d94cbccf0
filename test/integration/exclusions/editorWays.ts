import * as vscode from "vscode";

import { review } from "../../../src/agent/review/review.ts";
import { type Attachment, createAttachment } from "../../../src/context/attachment.ts";
import { promptText } from "../../../src/context/promptText.ts";
import { CompletionProvider } from "../../../src/extension/completion/completionProvider.ts";
import { FileGate } from "../../../src/extension/completion/fileGate.ts";
import { SnippetSources } from "../../../src/extension/completion/snippetSources.ts";
import { attachFile, attachFolder } from "../../../src/extension/context/files/fileAttachments.ts";
import { WorkspaceFiles } from "../../../src/extension/context/files/workspaceFiles.ts";
import { WorkspaceInstructions } from "../../../src/extension/context/prompt/instructions.ts";
import { fullOffers, quickOffers } from "../../../src/extension/context/sources/contextSources.ts";
import { pasteOffer } from "../../../src/extension/context/sources/pasteOffers.ts";
import { CommitMessages } from "../../../src/extension/editing/commit/commitMessage.ts";
import { InlineEdits } from "../../../src/extension/editing/inlineEdit/inlineEdits.ts";
import { quickFixCommands } from "../../../src/extension/editing/quickFixes.ts";
import { changedFiles } from "../../../src/extension/review/changedFiles.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import type { EditorFolder } from "./editorFolder.ts";
import { indexWays } from "./indexWays.ts";
import type { startWire } from "./wire.ts";

export interface WaysDeps {
  readonly place: EditorFolder;
  readonly wire: Pick<Awaited<ReturnType<typeof startWire>>, "streamChat" | "completion">;
  readonly realPath: (path: string) => Promise<string>;
}

/** Sends or returns what a person or a model gets; the excluded text must be in neither. */
export type Way = () => Promise<unknown>;

const { signal } = new AbortController();
const memory = { get: () => undefined, update: () => Promise.resolve() };
const never = () => ({ dispose: () => undefined });

const sent = async (attachments: Promise<readonly Attachment[]>) =>
  promptText("", await attachments);

/** Ways in which the editor, the search and a review read `finance/plan.ts`; `link.ts` and `dir` are links to it. */
export function editorWays({ place, wire, realPath }: WaysDeps): Readonly<Record<string, Way>> {
  const files = new WorkspaceFiles(systemClock, realPath);
  const { streamChat } = wire;
  const models = { selected: "m", list: () => Promise.resolve({ models: [] }) };
  // Only these parts are used.
  const deps = { models, streamChat, files, memory, clock: systemClock } as never;
  const sources = {
    files,
    failedCommands: { last: undefined },
    conversations: { list: () => Promise.resolve([]) },
  } as never;
  const offered = async (
    source: "selection" | "problems" | "symbol" | "changes" | "commit" | "search",
  ) => {
    const asked = { text: source === "search" ? "canary" : "", source, token: {} as never };
    const offers = [...quickOffers(sources, asked), ...(await fullOffers(sources, asked))];
    return await sent(
      Promise.all(offers.map((offer) => offer.attach())).then((found) => found.flat()),
    );
  };
  const inFile = async <T>(path: string, run: () => Promise<T>): Promise<T> => {
    place.show(path);
    return await run().finally(() => place.editor.close());
  };
  const changed = async (kind: "staged" | "since") => {
    const range = kind === "staged" ? { kind } : { kind, commit: "HEAD~1" };
    const { diff } = await changedFiles(place.repository, range, files);
    await review({ diff, model: "m", options: { signal } }, streamChat).catch(() => undefined);
    return diff;
  };
  const commitMessage = () => new CommitMessages(deps).commands.commitMessage(undefined);
  const staged = async (run: Way): Promise<unknown> => {
    place.git("add", ".");
    return await run().finally(() => place.git("reset", "-q"));
  };
  return {
    "a mentioned file": () => sent(attachFile(place.uri("finance/plan.ts"), files)),
    "a mentioned link": () => sent(attachFile(place.uri("link.ts"), files)),
    "a file of a linked folder": () => sent(attachFile(place.uri("dir/plan.ts"), files)),
    "a mentioned folder": () => sent(attachFolder(place.uri("."), files)),
    "an attachment from before the rule": () => {
      const info = { kind: "file", path: "finance/plan.ts", languageId: "typescript" } as const;
      return Promise.resolve(promptText("", [createAttachment("1", info, textOf(place))]));
    },
    "a selection": () => inFile("finance/plan.ts", () => offered("selection")),
    "the origin of a pasted text": () =>
      inFile("finance/plan.ts", () =>
        sent(pasteOffer(textOf(place), files)?.attach() ?? Promise.resolve([])),
      ),
    "the problems": () => offered("problems"),
    "a symbol": () => offered("symbol"),
    "a search in the workspace": () => offered("search"),
    "the changes": () => offered("changes"),
    "the staged changes": () => staged(() => offered("changes")),
    "a commit": () => offered("commit"),
    "instructions that are a link": () => instructionsOf(files),
    "a question about a problem": () =>
      inFile("finance/plan.ts", async () => {
        const added: Attachment[] = [];
        const draft = { add: (one: Attachment) => added.push(one) > 0 };
        const sidebar = { conversation: () => Promise.resolve({ draft }) };
        const places = { sidebar, focus: () => Promise.resolve() };
        await quickFixCommands({ places, files } as never, new InlineEdits(deps)).ask(undefined);
        return added;
      }),
    "an edit in place": () => inFile("finance/plan.ts", () => editInPlace(place, deps)),
    "an edit in a link": () => inFile("link.ts", () => editInPlace(place, deps)),
    "a problem fixed in place": () =>
      inFile("finance/plan.ts", async () => {
        await quickFixCommands({ files } as never, new InlineEdits(deps)).fixHere(undefined);
      }),
    "a commit message": commitMessage,
    "a commit message of staged changes": () => staged(commitMessage),
    "a review": () => changed("since"),
    "a review of staged changes": () => staged(() => changed("staged")),
    "a review without an editor": async () => {
      const diff = place.git("diff", "HEAD~1");
      const wish = { diff, model: "m", options: { signal } };
      await review(wish, streamChat).catch(() => undefined);
    },
    ...completionWays(deps, { place, wire, files }),
    ...indexWays(place, files),
  };
}

function textOf(place: EditorFolder): string {
  return place.git("show", "HEAD:finance/plan.ts").replace("second", "third");
}

async function editInPlace(place: EditorFolder, deps: never): Promise<void> {
  const document = place.editor.documents.at(-1);
  await new InlineEdits(deps).edit(document as never, { start: 0, end: 1 }, "Shorten it.");
}

async function instructionsOf(files: WorkspaceFiles): Promise<unknown> {
  const added: Attachment[] = [];
  const draft = { attachments: [], version: 0, add: (one: Attachment) => added.push(one) };
  const session = { id: "1", conversation: { messages: [] } };
  await new WorkspaceInstructions(memory as never, files).offer({ session, draft } as never);
  return promptText("", added);
}

function completionWays(
  deps: object,
  { place, wire, files }: Pick<WaysDeps, "place" | "wire"> & { readonly files: WorkspaceFiles },
): Readonly<Record<string, Way>> {
  const { streamChat, completion } = wire;
  const typed = async (path: string): Promise<void> => {
    const document: vscode.TextDocument = place.show(path);
    const provider = new CompletionProvider({
      ...deps,
      connection: {
        completion,
        policy: () => Promise.resolve({}),
        usage: () => Promise.reject(new Error("no report")),
        onDidChangeHub: never,
        onDidHear: never,
      },
      models: {
        listed: (id: string) => ({ id, name: id, capabilities: {}, completions: "fim" }),
        list: () => Promise.resolve({}),
      },
      dlpMode: () => "off",
      scan: () => [],
      streamChat,
      onDidHearRequests: never,
      isTurnRunning: () => false,
      findCode: () => Promise.resolve([]),
    } as never);
    const beforeEnd = new vscode.Position(0, document.lineAt(0).text.length - 1);
    const triggerKind = vscode.InlineCompletionTriggerKind.Invoke;
    const context = { triggerKind, selectedCompletionInfo: undefined };
    const token = { onCancellationRequested: never } as never;
    await provider.provideInlineCompletionItems(document, beforeEnd, context, token);
    provider.dispose();
    place.editor.close();
  };
  const snippets = async (findCode: () => Promise<never>): Promise<unknown> => {
    const found = new SnippetSources({ findCode, clock: systemClock }, new FileGate(files));
    place.show("finance/plan.ts");
    const own: vscode.TextDocument = place.show("src/open.ts");
    return await found
      .find({ file: own.uri.toString(), line: 1 }, 1_000)
      .finally(() => place.editor.close());
  };
  const text = textOf(place);
  return {
    "a completion": () => typed("finance/plan.ts"),
    "a completion in a link": () => typed("link.ts"),
    "a snippet of the index in a completion": () =>
      snippets(() =>
        Promise.resolve([{ uri: place.uri("finance/plan.ts"), path: "x", text }] as never),
      ),
    "a snippet of a link in a completion": () =>
      snippets(() => Promise.resolve([{ uri: place.uri("link.ts"), path: "x", text }] as never)),
    "an open editor in a completion": () => snippets(() => Promise.resolve([] as never)),
  };
}
