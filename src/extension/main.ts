import type * as vscode from "vscode";

import type { Host } from "./composeHost.ts";
import { register } from "./registration.ts";

let host: Promise<Host> | undefined;

/** Only registers views and commands; the rest is loaded when the first of them is used. */
export function activate(context: vscode.ExtensionContext): void {
  register(context, () => (host ??= loadHost(context)));
}

export async function deactivate(): Promise<void> {
  await (await host)?.close();
}

async function loadHost(context: vscode.ExtensionContext): Promise<Host> {
  const { createHost } = await import("./host.ts");
  return createHost(context);
}
