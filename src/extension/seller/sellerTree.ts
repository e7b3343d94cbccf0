import * as vscode from "vscode";

import { Emitter } from "../../shared/base/emitter.ts";
import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import type {
  EnvironmentView,
  SellerPlace,
  SellerState,
} from "../../shared/sellerPage/sellerState.ts";
import type { SellerBack } from "./page/sellerBack.ts";

const { l10n } = vscode;

export type SellerNode =
  | {
      readonly kind: "environment";
      readonly environment: EnvironmentView;
      readonly isSelected: boolean;
    }
  | { readonly kind: "place"; readonly place: SellerPlace };

export class SellerTree implements vscode.TreeDataProvider<SellerNode>, Disposable {
  readonly #back: SellerBack;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<undefined>());

  readonly onDidChangeTreeData = this.#didChange.event;

  constructor(back: SellerBack) {
    this.#back = back;
    this.#disposables.add(back.desks.onDidChange(() => this.#didChange.fire(undefined)));
  }

  async getChildren(node?: SellerNode): Promise<SellerNode[]> {
    if (node) {
      return [];
    }
    await this.#back.prepare();
    return nodesOf(this.#back.state);
  }

  getTreeItem(node: SellerNode): vscode.TreeItem {
    return node.kind === "environment" ? environmentItem(node) : placeItem(node.place);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

function nodesOf({ environments, selectedId }: SellerState): SellerNode[] {
  return environments.length === 0
    ? []
    : [
        ...environments.map((environment) => ({
          kind: "environment" as const,
          environment,
          isSelected: environment.id === selectedId,
        })),
        ...placesShown.map((place) => ({ kind: "place" as const, place })),
      ];
}

function environmentItem({
  environment,
  isSelected,
}: Extract<SellerNode, { kind: "environment" }>): vscode.TreeItem {
  const { id, name, kind, host, codigoSeller, access, note } = environment;
  const item = new vscode.TreeItem(name);
  const isProduction = kind === "production";
  item.id = `environment:${id}`;
  item.iconPath = new vscode.ThemeIcon(
    isProduction ? "flame" : "beaker",
    new vscode.ThemeColor(isProduction ? "errorForeground" : "charts.green"),
  );
  const kindWord = isProduction ? l10n.t("PRODUCTION") : l10n.t("Sandbox");
  const chosen = isSelected ? l10n.t("chosen") : undefined;
  item.description = [kindWord, chosen, accessWords[access]()].filter(Boolean).join(" · ");
  item.tooltip = [name, kindWord, host, `codigoSeller ${codigoSeller}`, note]
    .filter(Boolean)
    .join("\n");
  item.contextValue = environment.isLocal ? "localEnvironment" : "environment";
  item.command = {
    command: "aiHub.seller.useEnvironment",
    title: l10n.t("Choose this environment"),
    arguments: [id],
  };
  return item;
}

const accessWords: Readonly<Record<EnvironmentView["access"], () => string>> = {
  unchecked: () => "",
  checking: () => l10n.t("checking…"),
  ready: () => l10n.t("ready"),
  noCredentials: () => l10n.t("no credentials"),
  mismatch: () => l10n.t("read only"),
  failed: () => l10n.t("not reachable"),
};

const placesShown: readonly SellerPlace[] = [
  "listProducts",
  "listStock",
  "listPrices",
  "listDeliveryTerms",
  "listMinimumOrders",
  "orders",
  "import",
  "journal",
];

function placeItem(place: SellerPlace): vscode.TreeItem {
  const { label, icon } = places[place];
  const item = new vscode.TreeItem(label());
  item.id = `place:${place}`;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.command = { command: "aiHub.seller.open", title: label(), arguments: [place] };
  return item;
}

const places: Readonly<
  Record<SellerPlace, { readonly label: () => string; readonly icon: string }>
> = {
  listProducts: { label: () => l10n.t("Catalogue"), icon: "book" },
  listStock: { label: () => l10n.t("Stock"), icon: "package" },
  listPrices: { label: () => l10n.t("Prices by state"), icon: "tag" },
  listDeliveryTerms: { label: () => l10n.t("Delivery terms"), icon: "calendar" },
  listMinimumOrders: { label: () => l10n.t("Minimum orders"), icon: "graph" },
  orders: { label: () => l10n.t("Orders"), icon: "checklist" },
  import: { label: () => l10n.t("CSV import"), icon: "cloud-upload" },
  journal: { label: () => l10n.t("Journal of writes"), icon: "history" },
};
