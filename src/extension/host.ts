import type * as vscode from "vscode";

import { readPersonExcludesWith } from "../shared/guarded/personExcludes.ts";
import { readOuterExcludes, readPersonExcludes } from "../sharedNode/gitExcludes.ts";
import { readMachinePolicy } from "../sharedNode/machinePolicy.ts";
import { composeHost, type Host } from "./composeHost.ts";
import { setMachineRules } from "./editor/ownSettings.ts";
import { nodePlatform } from "./nodePlatform.ts";

/** Entry of the bundle that the editor's Node host loads on demand. */
export function createHost(context: vscode.ExtensionContext): Host {
  setMachineRules(readMachinePolicy());
  readPersonExcludesWith(readPersonExcludes, readOuterExcludes);
  return composeHost(context, nodePlatform);
}
