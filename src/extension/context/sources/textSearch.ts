import * as vscode from "vscode";

import type { Attachment } from "../../../context/attachment.ts";
import { readSmallText, textAttachment } from "../files/fileAttachments.ts";
import type { WorkspaceFiles } from "../files/workspaceFiles.ts";

const { l10n } = vscode;

const maxBytesOfFile = 512_000;
const maxHits = 500;
const maxLine = 300;
const atOnce = 16;

export async function attachSearch(
  query: string,
  files: WorkspaceFiles,
): Promise<readonly Attachment[]> {
  const found = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: l10n.t("Searching the workspace…"),
      cancellable: true,
    },
    (progress, token) => search(query, files, { progress, token }),
  );
  if (!found) {
    return [];
  }
  if (found.hits.length === 0) {
    void vscode.window.showInformationMessage(
      found.large > 0
        ? l10n.t(
            "Nothing was found in the workspace. Files over 512 kB were not searched: {0}.",
            found.large,
          )
        : l10n.t("Nothing was found in the workspace."),
    );
    return [];
  }
  const head = `Search for ${JSON.stringify(query)}: ${found.hits.length} lines in ${found.searched} files searched`;
  const more = found.isCut ? ["(there is more: the search ended here)"] : [];
  const large = found.large > 0 ? [`(${found.large} files over 512 kB were not searched)`] : [];
  const text = [head, ...found.hits, ...more, ...large].join("\n");
  return [textAttachment({ kind: "search", path: query.slice(0, 200), languageId: "text" }, text)];
}

interface Running {
  readonly progress: vscode.Progress<{ readonly message?: string; readonly increment?: number }>;
  readonly token: vscode.CancellationToken;
}

interface Found {
  readonly hits: readonly string[];
  readonly searched: number;
  /** Files too large to be searched. */
  readonly large: number;
  readonly isCut: boolean;
}

async function search(
  query: string,
  files: WorkspaceFiles,
  { progress, token }: Running,
): Promise<Found | undefined> {
  const { files: all, isCut } = await files.all();
  const wanted = query.toLowerCase();
  const hits: string[] = [];
  let [searched, large] = [0, 0];
  const tooLarge = (): void => {
    large += 1;
  };
  while (searched < all.length && hits.length < maxHits) {
    if (token.isCancellationRequested) {
      return undefined;
    }
    const some = all.slice(searched, searched + atOnce);
    const found = await Promise.all(
      some.map(async ({ uri, path }) => {
        const text = (await readSmallText(uri, maxBytesOfFile, tooLarge)) ?? "";
        const inFile = hitsIn(path, text, wanted);
        return inFile.length > 0 && (await files.leadsElsewhere(uri)) ? [] : inFile;
      }),
    );
    hits.push(...found.flat());
    searched += some.length;
    progress.report({ message: `${hits.length}`, increment: (some.length / all.length) * 100 });
  }
  return {
    hits: hits.slice(0, maxHits),
    searched: searched - large,
    large,
    isCut: isCut || hits.length > maxHits || searched < all.length,
  };
}

function hitsIn(path: string, text: string, wanted: string): string[] {
  if (!text.toLowerCase().includes(wanted)) {
    return [];
  }
  return text.split("\n").flatMap((line, index) => {
    const shown = line.trim().slice(0, maxLine);
    return line.toLowerCase().includes(wanted) ? [`${path}:${index + 1}: ${shown}`] : [];
  });
}
