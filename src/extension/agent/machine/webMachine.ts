import * as vscode from "vscode";

import { workspaceSkills } from "../../../agent/run/skills.ts";
import { ManyFolders } from "../../../agent/tools/base/manyFolders.ts";
import { ownFolders } from "../../../agent/trust/ownFolders.ts";
import { editorSight } from "../editor/editorSight.ts";
import { EditorWorkspace } from "../editor/editorWorkspace.ts";
import { showRules } from "../editor/ruleMenu.ts";
import { WindowEditor } from "../editor/windowEditor.ts";
import type { AgentMachine } from "../runs/agentRuns.ts";
import { openWebCheckpoints } from "./webCheckpoints.ts";
import { webFiles } from "./webFiles.ts";
import { WebWorkspace } from "./webWorkspace.ts";

/** For a browser, or for folders that local processes cannot reach: reads and writes through the editor. */
export function webMachine(storage: string): AgentMachine {
  const files = webFiles(uriOf);
  return {
    ...editorSight(uriOf),
    editor: new WindowEditor(uriOf),
    showRules,
    skillFolders: workspaceSkills,
    platform: "web",
    openWorkspace: () => {
      const own = vscode.Uri.parse(storage);
      const [first, ...more] = folders().map(({ name, uri }) => {
        const ours = isSameDisk(uri, own) ? ownFolders(own.path) : [];
        return [name, new WebWorkspace(uri.path, files, ours)] as const;
      });
      const opened = first && (more.length > 0 ? new ManyFolders(first, ...more) : first[1]);
      return Promise.resolve(opened && new EditorWorkspace(opened, uriOf));
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

/** Folders on the first folder's file system only: an absolute path must be unambiguous. */
function folders(): readonly vscode.WorkspaceFolder[] {
  const [first, ...more] = vscode.workspace.workspaceFolders ?? [];
  return first ? [first, ...more.filter(({ uri }) => isSameDisk(uri, first.uri))] : [];
}

function uriOf(path: string): vscode.Uri {
  return (
    vscode.workspace.workspaceFolders?.[0]?.uri.with({ path }) ??
    vscode.Uri.from({ scheme: "untitled", path })
  );
}
