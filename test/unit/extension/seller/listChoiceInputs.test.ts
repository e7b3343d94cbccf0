import { beforeEach, expect, test, vi } from "vitest";

import type { SellerDesks } from "../../../../src/extension/seller/environments/sellerDesks.ts";
import { chooseList } from "../../../../src/extension/seller/listChoiceInputs.ts";
import { SellerError } from "../../../../src/seller/client/sellerError.ts";

interface Item {
  readonly label: string;
}

const editor = vi.hoisted(() => ({
  /** The label that the person picks in each question, in their order; undefined leaves it. */
  picks: [] as (string | undefined)[],
  /** The questions, each with its labels. */
  asked: [] as (readonly string[])[],
  warnings: [] as (readonly string[])[],
  warningAnswer: undefined as string | undefined,
  progress: [] as { readonly title: string; readonly cancellable: boolean }[],
  /** The button of the progress. */
  cancel: () => {},
  setting: [] as unknown,
}));

vi.mock("vscode", () => ({
  l10n: { t: (text: string) => text },
  env: { language: "en" },
  ConfigurationTarget: { Global: 1 },
  ProgressLocation: { Notification: 15 },
  workspace: {
    getConfiguration: () => ({
      inspect: () => ({ globalValue: editor.setting }),
      update: (_: string, value: unknown) => {
        editor.setting = value;
        return Promise.resolve();
      },
    }),
  },
  window: {
    showWarningMessage: (...texts: readonly string[]) => {
      editor.warnings.push(texts);
      return Promise.resolve(editor.warningAnswer);
    },
    showQuickPick: (items: readonly Item[]) => {
      editor.asked.push(items.map(({ label }) => label));
      const pick = editor.picks.shift();
      return Promise.resolve(items.find(({ label }) => label === pick));
    },
    withProgress: (
      options: { readonly title: string; readonly cancellable: boolean },
      work: (progress: object, token: object) => Promise<unknown>,
    ) => {
      editor.progress.push(options);
      const onCancellationRequested = (listener: () => void): void => {
        editor.cancel = listener;
      };
      return work({}, { onCancellationRequested });
    },
  },
}));

const chosen = { path: ["old"], fields: { codigoProdutoMarketplace: ["code"] } };

/** The environment "real", whose first page is read by `listAnswer`. */
function desksWith(
  listAnswer: (list: string, options: { readonly signal: AbortSignal }) => Promise<unknown>,
): SellerDesks {
  const desk = {
    profile: { id: "real", isLocal: false, lists: { listStock: chosen } },
    client: { listAnswer },
  };
  // The part of the desks that the questions use.
  return { desk: () => desk } as unknown as SellerDesks;
}

beforeEach(() => {
  editor.picks = [];
  editor.asked = [];
  editor.warnings = [];
  editor.warningAnswer = undefined;
  editor.progress = [];
  editor.setting = [{ id: "real", lists: { listStock: chosen } }];
});

test("the reading shows its progress, and Cancel ends it without a question, a warning or a change", async () => {
  const before = structuredClone(editor.setting);
  const desks = desksWith(
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new SellerError("cancelled")));
        editor.cancel();
      }),
  );
  await chooseList(desks, "listStock");
  expect(editor.progress).toEqual([
    { location: 15, title: "Reading the first page of the list…", cancellable: true },
  ]);
  expect([editor.asked, editor.warnings, editor.setting]).toEqual([[], [], before]);
});

test("the choice can be forgotten where the portal cannot be reached", async () => {
  const desks = desksWith(() => Promise.reject(new SellerError("unreachable")));
  await chooseList(desks, "listStock");
  expect(editor.warnings[0]?.slice(1)).toEqual(["Forget the choice"]);
  expect(editor.setting).toEqual([{ id: "real", lists: { listStock: chosen } }]);
  editor.warningAnswer = "Forget the choice";
  await chooseList(desks, "listStock");
  expect(editor.setting).toEqual([{ id: "real" }]);
});

test("the chosen place and the guessed fields are kept in the environment", async () => {
  const entries = [{ codigoProdutoMarketplace: 1, quantidadeEstoque: 2 }];
  editor.picks = ["bloco › linhas", "$(check) Use it"];
  await chooseList(
    desksWith(() => Promise.resolve({ bloco: { linhas: entries } })),
    "listStock",
  );
  expect(editor.asked[0]).toContain("$(trash) Forget the choice");
  expect(editor.setting).toMatchObject([
    {
      id: "real",
      lists: {
        listStock: {
          path: ["bloco", "linhas"],
          fields: {
            codigoProdutoMarketplace: ["codigoProdutoMarketplace"],
            quantidadeEstoque: ["quantidadeEstoque"],
          },
        },
      },
    },
  ]);
});
