import type * as vscode from "vscode";

import type { Host } from "./composeHost.ts";
import { loadPart } from "./editor/laterPart.ts";
import { register } from "./registration.ts";

let host: Promise<Host> | undefined;

/** Registers views and commands; the first use loads the rest. */
export function activate(context: vscode.ExtensionContext): void {
  register(context, () => (host ??= loadHost(context)));
}

export async function deactivate(): Promise<void> {
  const loaded = await host?.catch(() => undefined);
  await loaded?.close();
}

/**
 * Loads the host. The next use retries a file that could not be read, for example after an update under a running
 * window.
 */
async function loadHost(context: vscode.ExtensionContext): Promise<Host> {
  try {
    const createHost = await loadPart(async () => (await import("./host.ts")).createHost);
    return createHost(context);
  } catch (error) {
    host = undefined;
    throw error;
  }
}
