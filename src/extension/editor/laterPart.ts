import * as vscode from "vscode";

import { type Disposable, DisposableStore } from "../../shared/base/lifecycle.ts";
import type { Contract, Handlers } from "../../shared/base/rpc.ts";

/**
 * Loads code on demand. If the file cannot be read, for example after an update under a running window, notifies the
 * person and rejects; the next use retries.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const text = vscode.l10n.t(
      "A part of AI Hub could not be loaded. Reload the window; if that does not help, install the extension again.",
    );
    void vscode.window.showErrorMessage(text);
    throw new Error(text, { cause: error });
  }
}

/** Builds once, at first use, also for parallel calls. Rejects as `loadPart`. */
export function builtOnce<T>(build: () => Promise<T>): () => Promise<T> {
  let building: Promise<T> | undefined;
  return () =>
    (building ??= loadPart(build).catch((error: unknown) => {
      building = undefined;
      throw error;
    }));
}

export class LaterPart<T extends Disposable> implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly get: () => Promise<T>;

  constructor(build: () => Promise<T>) {
    this.get = builtOnce(async () => this.#disposables.add(await build()));
  }

  /** Also disposes a part that is still loading, when it is ready. */
  dispose(): void {
    this.#disposables.dispose();
  }
}

type AnyCommand = (...args: readonly unknown[]) => Promise<unknown>;

export function laterCommands<Name extends string>(
  names: readonly Name[],
  load: () => Promise<{ readonly commands: Readonly<Record<Name, AnyCommand>> }>,
): Readonly<Record<Name, AnyCommand>> {
  const commands = names.map((name) => [
    name,
    async (...args: readonly unknown[]) => await (await load()).commands[name](...args),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from the list of all names
  return Object.fromEntries(commands) as Record<Name, AnyCommand>;
}

type Answering<View, Calls extends Contract> = (view: View) => Handlers<Calls>;

/** Handlers that load with the first call of any page. Calls wait meanwhile and are answered in order. */
export function laterHandlers<View, Calls extends Contract>(
  calls: Calls,
  load: () => Promise<Answering<View, Calls>>,
): Answering<View, Calls> {
  const get = builtOnce(load);
  return (view) => {
    let own: Handlers<Calls> | undefined;
    const handlers = Object.keys(calls).map((name: keyof Calls) => [
      name,
      async (params: never): Promise<unknown> => {
        const answering = await get();
        own ??= answering(view);
        return own[name](params);
      },
    ]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from the names of all calls
    return Object.fromEntries(handlers) as Handlers<Calls>;
  };
}
