import type * as vscode from "vscode";

import { composeHost, type Host } from "./composeHost.ts";
import { nodePlatform } from "./nodePlatform.ts";

/** Entry of the bundle that the editor's Node host loads on demand. */
export function createHost(context: vscode.ExtensionContext): Host {
  return composeHost(context, nodePlatform);
}
