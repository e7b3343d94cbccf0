import * as vscode from "vscode";

import type { Clock } from "../../shared/base/clock.ts";
import { baseName } from "../../shared/text/baseName.ts";
import { showText } from "../editor/documents.ts";
import { settings } from "../editor/settings.ts";
import {
  isNewer,
  type Offer,
  UpdateError,
  type UpdateProblem,
  UpdateSource,
} from "./updateSource.ts";

const { l10n } = vscode;

const checkedKey = "aiHub.updateCheckedAt";
const skippedKey = "aiHub.updateSkipped";
const dayMs = 86_400_000;

/** Problems that the daily check reports too. Other problems, such as a missing connection, may pass by the next day. */
const deceptive: ReadonlySet<UpdateProblem> = new Set(["mismatch", "signature", "key"]);

export interface UpdatesDeps {
  readonly context: Pick<vscode.ExtensionContext, "globalState" | "extensionUri">;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly version: string;
}

/**
 * Updates for manual installs from `aiHub.extensionUrl`: checks daily, notifies, and downloads to a file that the
 * person chooses. Never installs.
 */
export class Updates {
  readonly #deps: UpdatesDeps;

  constructor(deps: UpdatesDeps) {
    this.#deps = deps;
  }

  /** Checks if the last check is a day old; notifies only of a newer version. Never rejects. */
  async checkDaily(): Promise<void> {
    const { context, clock } = this.#deps;
    const checkedAt = context.globalState.get<number>(checkedKey) ?? 0;
    if (settings.extensionUrl() === "" || Math.abs(clock.now() - checkedAt) < dayMs) {
      return;
    }
    await context.globalState.update(checkedKey, clock.now());
    const offer = await this.#offer().catch((error: unknown) => {
      if (error instanceof UpdateError && deceptive.has(error.problem)) {
        void vscode.window.showWarningMessage(problemText(error));
      }
      return undefined;
    });
    if (offer && context.globalState.get<string>(skippedKey) !== offer.version) {
      await this.#tell(offer);
    }
  }

  async checkNow(): Promise<void> {
    if (settings.extensionUrl() === "") {
      const open = l10n.t("Open settings");
      const answer = await vscode.window.showInformationMessage(
        l10n.t("Set `aiHub.extensionUrl` to the address from which AI Hub is installed by hand."),
        open,
      );
      if (answer === open) {
        await vscode.commands.executeCommand("workbench.action.openSettings", "aiHub.extensionUrl");
      }
      return;
    }
    try {
      const offer = await this.#offer();
      if (offer) {
        await this.#tell(offer);
      } else {
        void vscode.window.showInformationMessage(
          l10n.t("You have the newest version of AI Hub: {0}.", this.#deps.version),
        );
      }
    } catch (error) {
      void vscode.window.showWarningMessage(problemText(error));
    }
  }

  async #offer(): Promise<Offer | undefined> {
    const { version } = this.#deps;
    const offer = await this.#source().offer(version);
    return isNewer(offer.version, version) ? offer : undefined;
  }

  #source(): UpdateSource {
    return new UpdateSource({
      address: settings.extensionUrl(),
      publicKey: settings.updateKey(),
      fetch: this.#deps.fetch,
    });
  }

  async #tell(offer: Offer): Promise<void> {
    const { version, context } = this.#deps;
    const changed = l10n.t("What changed");
    const download = l10n.t("Download…");
    const skip = l10n.t("Skip this version");
    const answer = await vscode.window.showInformationMessage(
      l10n.t("AI Hub {0} is available; you have {1}.", offer.version, version),
      ...(offer.changes === undefined ? [] : [changed]),
      download,
      skip,
    );
    if (answer === changed) {
      await showText(offer.changes ?? "", "markdown");
      await this.#tell({ ...offer, changes: undefined });
    } else if (answer === download) {
      await this.#download(offer);
    } else if (answer === skip) {
      await context.globalState.update(skippedKey, offer.version);
    }
  }

  async #download({ version, digest }: Offer): Promise<void> {
    if (digest === undefined && !(await isTakenUnchecked(version))) {
      return;
    }
    const file = await vscode.window.showSaveDialog({
      title: l10n.t("Save AI Hub {0}", version),
      filters: { Zip: ["zip"] },
      saveLabel: l10n.t("Download"),
    });
    if (!file) {
      return;
    }
    try {
      const archive = await vscode.window.withProgress(
        {
          location: vscode.ProgressLocation.Notification,
          title: l10n.t("Downloading AI Hub {0}…", version),
        },
        () => this.#source().archive(digest),
      );
      await vscode.workspace.fs.writeFile(file, archive);
    } catch (error) {
      void vscode.window.showWarningMessage(problemText(error));
      return;
    }
    await showText(this.#steps(version, file), "markdown");
  }

  #steps(version: string, file: vscode.Uri): string {
    const { extensionUri } = this.#deps.context;
    const folder = vscode.Uri.joinPath(extensionUri, "..").fsPath;
    const name = `aihub.ai-hub-${version}`;
    return [
      `# ${l10n.t("Installing AI Hub {0}", version)}`,
      "",
      `1. ${l10n.t("Unpack `{0}` where it is, not in the extensions folder: it has one folder, `vscode-extension`.", file.fsPath)}`,
      `2. ${l10n.t("Rename that folder to `{0}`.", name)}`,
      `3. ${l10n.t("Leave the editor open and move the renamed folder, as a whole, into `{0}`: the editor ignores a folder that is put there while it is closed.", folder)}`,
      `4. ${l10n.t("Run `Developer: Reload Window` from the command palette. If the old version still runs, give the new folder another name there, such as `{0}`, and reload again.", `${name}-2`)}`,
      `5. ${l10n.t("The folder `{0}` is no longer needed; delete it when the new version runs.", baseName(extensionUri.path))}`,
      "",
      l10n.t("Your conversations and your token stay where they are."),
      "",
    ].join("\n");
  }
}

async function isTakenUnchecked(version: string): Promise<boolean> {
  const download = l10n.t("Download unchecked");
  const answer = await vscode.window.showWarningMessage(
    l10n.t("AI Hub {0} cannot be checked after its download", version),
    {
      modal: true,
      detail: l10n.t(
        "The address `aiHub.extensionUrl` publishes no checksum, as hubs before this version. Download only if you trust the address and the connection to it.",
      ),
    },
    download,
  );
  return answer === download;
}

function problemText(error: unknown): string {
  const problem = error instanceof UpdateError ? error.problem : undefined;
  switch (problem) {
    case "address":
      return l10n.t(
        "`aiHub.extensionUrl` is not a permitted address. It must begin with https://.",
      );
    case "notThisExtension":
      return l10n.t("The file at `aiHub.extensionUrl` is not AI Hub. Check the address.");
    case "tooLarge":
      return l10n.t(
        "The file at `aiHub.extensionUrl` is too large to be AI Hub. Check the address.",
      );
    case "mismatch":
      return l10n.t(
        "The download is not the offered version: its version or its checksum differs. Nothing was saved. Try again; if that does not help, tell the hub's administrator.",
      );
    case "key":
      return l10n.t(
        "`aiHub.updateKey` is not a public key. Paste the line between BEGIN and END of the release's public key (Ed25519).",
      );
    case "signature":
      return l10n.t(
        "The new version at `aiHub.extensionUrl` has no signature of the key in `aiHub.updateKey`. It is not offered. Tell the hub's administrator.",
      );
    case "missing":
    case "unreachable":
      return l10n.t(
        "`aiHub.extensionUrl` could not be reached. Check the address and your connection.",
      );
    case undefined:
      return l10n.t("The new version could not be saved. Check the folder and the free space.");
    default:
      return problem satisfies never;
  }
}
