import * as vscode from "vscode";

import type { WriteLimits } from "../../seller/chatTools/writeGate.ts";
import { isLocked, refusesChange } from "../editor/ownSettings.ts";
import type { ChatTools } from "./chatTools.ts";
import { toolLimits } from "./toolLimits.ts";

const { l10n } = vscode;

interface AccessItem extends vscode.QuickPickItem {
  readonly access?: WriteLimits["access"];
  readonly command?: string;
}

export async function chooseTools(chatTools: ChatTools): Promise<void> {
  const { environment, access } = chatTools.state;
  const isFixed = isLocked("seller.chatAccess");
  const picked = await vscode.window.showQuickPick(
    items(environment !== undefined, access, isFixed),
    {
      title: l10n.t("Tools of the seller portal"),
      placeHolder: environment
        ? l10n.t("What may models do in {0}?", environment.name)
        : l10n.t("Choose an environment first: without one, no tools are offered."),
    },
  );
  if (picked?.command !== undefined) {
    await vscode.commands.executeCommand(picked.command);
  }
  if (picked?.access !== undefined && !refusesChange("seller.chatAccess")) {
    await toolLimits.setAccess(picked.access);
    if (picked.access === "write") {
      chatTools.allowWritesAgain();
    }
  }
}

export async function offerWrites(chatTools: ChatTools): Promise<void> {
  const allow = l10n.t("Allow again");
  const answer = await vscode.window.showInformationMessage(
    l10n.t("Tools write nothing more in this window. What was already sent is in the journal."),
    allow,
  );
  if (answer === allow) {
    chatTools.allowWritesAgain();
  }
}

function items(
  hasEnvironment: boolean,
  current: WriteLimits["access"],
  isFixed: boolean,
): readonly AccessItem[] {
  const all: readonly AccessItem[] = [
    {
      access: "off",
      label: l10n.t("No tools"),
      detail: l10n.t("Models do not get these tools."),
    },
    {
      access: "read",
      label: l10n.t("Read only"),
      detail: l10n.t("Lists, orders and access. A write that a model asks for is refused."),
    },
    {
      access: "write",
      label: l10n.t("Read, and write with approval"),
      detail: l10n.t("Each write stops at a card that shows exactly what is sent."),
    },
  ];
  return [
    ...all.map((item) => ({
      ...item,
      description:
        item.access !== current
          ? ""
          : isFixed
            ? `$(check) ${l10n.t("Set by your organisation")}`
            : `$(check) ${l10n.t("now")}`,
    })),
    ...(current === "write"
      ? [
          {
            label: l10n.t("Stop all writes now"),
            detail: l10n.t(
              "Waiting writes are withdrawn. Nothing is written until you allow it again.",
            ),
            command: "aiHub.seller.stopWrites",
          },
        ]
      : []),
    {
      label: hasEnvironment
        ? l10n.t("Choose another environment…")
        : l10n.t("Choose an environment…"),
      command: "aiHub.seller.focus",
    },
  ];
}
