import * as vscode from "vscode";

import { ownFolders } from "../../agent/trust/ownFolders.ts";
import type { AgentMachine } from "./agentRuns.ts";
import { editorSight } from "./editorSight.ts";
import { EditorWorkspace } from "./editorWorkspace.ts";
import { openWebCheckpoints } from "./webCheckpoints.ts";
import { webFiles } from "./webFiles.ts";
import { WebWorkspace } from "./webWorkspace.ts";
import { WindowEditor } from "./windowEditor.ts";

/** The machine of an editor in a browser: files by the editor, no processes. `storage` is the agent's own folder. */
export function webMachine(storage: string): AgentMachine {
  const files = webFiles(uriOf);
  return {
    ...editorSight(uriOf),
    editor: new WindowEditor(uriOf),
    skillFolders: [".agents/skills"],
    platform: "web",
    openWorkspace: () => {
      const place = folder()?.uri;
      const own = vscode.Uri.parse(storage);
      return Promise.resolve(
        place &&
          new EditorWorkspace(
            new WebWorkspace(place.path, files, isSameDisk(place, own) ? ownFolders(own.path) : []),
            uriOf,
          ),
      );
    },
    openCheckpoints: ({ conversationId }, isNew) => {
      const own = vscode.Uri.joinPath(vscode.Uri.parse(storage), "checkpoints", conversationId);
      const stored = webFiles((path) => own.with({ path }));
      const places = { workspace: files, storage: stored, folder: own.path };
      return openWebCheckpoints(places, isNew);
    },
  };
}

function isSameDisk(one: vscode.Uri, other: vscode.Uri): boolean {
  return one.scheme === other.scheme && one.authority === other.authority;
}

function folder(): vscode.WorkspaceFolder | undefined {
  return vscode.workspace.workspaceFolders?.[0];
}

function uriOf(path: string): vscode.Uri {
  return folder()?.uri.with({ path }) ?? vscode.Uri.from({ scheme: "untitled", path });
}
