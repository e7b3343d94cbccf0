import { beforeEach, expect, test, vi } from "vitest";

import { buildSemanticIndex } from "../../../../src/extension/codeIndex/semanticCommands.ts";
import { createCommands } from "../../../../src/extension/commands.ts";
import { CompletionAccess } from "../../../../src/extension/completion/completionAccess.ts";
import { turnOnCompletion } from "../../../../src/extension/completion/turnOn.ts";
import { enterAddress } from "../../../../src/extension/connection/addressEntry.ts";
import { openConnectLink } from "../../../../src/extension/connection/connectLink.ts";
import { setMachineRules } from "../../../../src/extension/editor/ownSettings.ts";
import { settings } from "../../../../src/extension/editor/settings.ts";
import { createActions } from "../../../../src/extension/pageActions.ts";
import { addEnvironment } from "../../../../src/extension/seller/environmentInputs.ts";
import { chooseList } from "../../../../src/extension/seller/listChoiceInputs.ts";
import { chooseTools } from "../../../../src/extension/tools/chooseTools.ts";

const editor = vi.hoisted(() => ({
  told: [] as string[],
  asked: 0,
  written: 0,
  asks: (): Promise<undefined> => {
    editor.asked += 1;
    return Promise.resolve(undefined);
  },
}));

vi.mock("vscode", () => {
  return {
    l10n: { t: (text: string) => text },
    env: { language: "en" },
    ConfigurationTarget: { Global: 1 },
    Range: vi.fn<() => void>(),
    window: {
      showInformationMessage: (text: string) => {
        editor.told.push(text);
        return Promise.resolve(undefined);
      },
      showWarningMessage: editor.asks,
      showInputBox: editor.asks,
      // The person chooses the tools' last access, which may write.
      showQuickPick: (items: readonly { readonly access?: string }[]) =>
        Promise.resolve(items.find(({ access }) => access === "write")),
      withProgress: editor.asks,
    },
    workspace: {
      isTrusted: true,
      onDidChangeConfiguration: () => ({ dispose: () => undefined }),
      getConfiguration: () => ({
        inspect: () => undefined,
        update: () => {
          editor.written += 1;
          return Promise.resolve();
        },
      }),
    },
    commands: { executeCommand: () => Promise.resolve() },
  };
});

const unused = (): never => {
  throw new Error("unused");
};
const models = { list: unused, select: unused };
const desk = { profile: { id: "a", isLocal: false }, client: { listAnswer: unused } };
const nothing = {} as never;

/** Each command that writes a setting; the organisation has set them all. */
const commands: Readonly<Record<string, () => unknown>> = {
  selectModel: () => createCommands({ models, actions: { page: {} } } as never).selectModel(),
  setAddress: enterAddress,
  "a link to another hub": () =>
    openConnectLink({ path: "/connect", query: "hub=https://other.example.com" }, unused),
  "the address in the page": () => settings.setBaseUrl("https://other.example.com"),
  startLocalHub: () => createActions({ localHub: { start: unused } } as never).page.startLocalHub(),
  turnOnCompletion: () => turnOnCompletion({ models } as never, unused),
  turnOffCompletion: () =>
    new CompletionAccess(nothing, { load: unused }).commands.turnOffCompletion(),
  "the semantic index": () => buildSemanticIndex({ models: unused } as never),
  "an environment of the portal": () => addEnvironment({ draft: {} } as never),
  "the place of a list": () => chooseList({ desk: () => desk } as never, "listStock"),
  "the tools' access": () =>
    chooseTools({ state: { access: "read" }, allowWritesAgain: unused } as never),
  "the use by other extensions": () => settings.setLanguageModelAccess("allow"),
};

beforeEach(() => {
  Object.assign(editor, { told: [], asked: 0, written: 0 });
  const values = {
    "aiHub.baseUrl": "https://hub.example.com",
    "aiHub.model": "house",
    "aiHub.completion.enabled": { "*": false },
    "aiHub.index.embeddings": "off",
    "aiHub.seller.environments": [],
    "aiHub.seller.chatAccess": "read",
    "aiHub.languageModels.access": "deny",
  };
  setMachineRules({ state: "holds", path: "/p", policy: { version: 1, settings: values } });
});

test.each(Object.keys(commands))(
  "%s says that the organisation has set the value, asks nothing and changes nothing",
  async (name) => {
    await commands[name]?.();
    expect(editor).toMatchObject({
      told: ["Your organisation has set this. You cannot change it here."],
      asked: 0,
      written: 0,
    });
  },
);
