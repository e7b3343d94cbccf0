import * as vscode from "vscode";

import {
  type FormId,
  formIds,
  placeSchema,
  type SellerPlace,
} from "../../shared/sellerPage/sellerState.ts";
import type { sellerCommandNames } from "../editor/commandNames.ts";
import { csvOf } from "./editorUi.ts";
import {
  addEnvironment,
  clearCredentials,
  type EnvironmentInputsDeps,
  selectEnvironment,
  setCredentials,
} from "./environmentInputs.ts";
import type { SellerBack } from "./page/sellerBack.ts";
import type { SellerFiles } from "./sellerFiles.ts";
import type { SellerTab } from "./sellerTab.ts";

export type SellerCommands = Readonly<
  Record<(typeof sellerCommandNames)[number], (...args: readonly unknown[]) => Promise<unknown>>
>;

export interface SellerCommandsDeps {
  readonly inputs: EnvironmentInputsDeps;
  readonly files: SellerFiles;
  readonly back: SellerBack;
  readonly tab: SellerTab;
}

export function sellerCommands({ inputs, files, back, tab }: SellerCommandsDeps): SellerCommands {
  const { desks } = inputs;
  return {
    ...formCommands(tab),
    "seller.open": (place) => Promise.resolve(tab.open(placeSchema.safeParse(place).data)),
    "seller.addEnvironment": () => addEnvironment(inputs),
    "seller.selectEnvironment": () => selectEnvironment(desks),
    "seller.useEnvironment": async (id) => {
      if (typeof id === "string") {
        desks.select(id);
        await desks.checkAccess();
      }
    },
    "seller.setCredentials": () => setCredentials(inputs),
    "seller.clearCredentials": () => clearCredentials(inputs),
    "seller.checkAccess": () => desks.checkAccess(),
    "seller.getOrder": () => Promise.resolve(tab.open("orders")),
    "seller.importCsv": async (uri) => {
      tab.open("import");
      await (uri instanceof vscode.Uri
        ? back.import.choose(await csvOf(uri, files))
        : back.handlers.chooseImportFile({ from: "disk" }));
    },
    "seller.forPrograms": async () => {
      await back.handlers.showForPrograms({});
    },
    "seller.openJournal": () => Promise.resolve(tab.open("journal")),
  };
}

const placeOfForm: Readonly<Record<FormId, SellerPlace>> = {
  saveProduct: "listProducts",
  updateStock: "listStock",
  savePrice: "listPrices",
  saveDeliveryTerm: "listDeliveryTerms",
  saveMinimumOrder: "listMinimumOrders",
  registerTracking: "orders",
  cancelOrder: "orders",
};

function formCommands(tab: SellerTab): Pick<SellerCommands, `seller.${FormId}`> {
  const commands = formIds.map((call) => [
    `seller.${call}`,
    () => Promise.resolve(tab.open(placeOfForm[call], call)),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built name by name from the forms
  return Object.fromEntries(commands) as Pick<SellerCommands, `seller.${FormId}`>;
}
