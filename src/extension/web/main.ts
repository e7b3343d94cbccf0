import type * as vscode from "vscode";

import { composeHost, type Host } from "../composeHost.ts";
import { register } from "../registration.ts";
import { webPlatform } from "./webPlatform.ts";

let host: Host | undefined;

/** Activates the extension in a browser's host, which loads only one file. */
export function activate(context: vscode.ExtensionContext): void {
  register(context, () => Promise.resolve((host ??= composeHost(context, webPlatform))));
}

export async function deactivate(): Promise<void> {
  await host?.close();
}
