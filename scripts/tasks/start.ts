import { once } from "node:events";
import { cpSync } from "node:fs";
import { join } from "node:path";

import { findDesktopEditor } from "../editors/desktop.ts";
import { cacheRoot, root } from "../paths.ts";
import { build } from "./build.ts";
import { packageExtension } from "./package.ts";
import { parseStartArguments } from "./startArguments.ts";
import { openEditor } from "./startEditor.ts";
import { useHub, type UsedHub } from "./startHub.ts";

/** `npm start`: builds, starts the hub with demonstration data, opens an editor connected to it. */
export async function start(args: readonly string[]): Promise<void> {
  const { editor: wanted, isOpening, port } = parseStartArguments(args);
  const name = wanted ?? findDesktopEditor() ?? "code-server";
  const home = join(cacheRoot, "start");
  const signal = endSignal();
  const ends: (() => Promise<void>)[] = [];
  try {
    await build();
    const { vsix } = await packageExtension();
    const workspace = sampleWorkspace(home);
    const hub = await useHub(home, port);
    ends.push(() => hub.end());
    const editor = await openEditor(name, { home, workspace, vsix, isOpening });
    ends.push(() => editor.end());
    console.log(summary({ editor: editor.place, hub, workspace }));
    const why = await Promise.race([
      signal.received.then(() => ""),
      hub.ended.then(() => "The hub has ended. "),
      editor.ended.then(() => "The editor has ended. "),
    ]);
    console.log(`${why}Ending what was started here …`);
  } finally {
    await Promise.all(ends.map((end) => end()));
    signal.forget();
  }
}

/** A copy that the user may change; a later start only adds what is missing. The checkout stays unchanged. */
function sampleWorkspace(home: string): string {
  const workspace = join(home, "workspace");
  cpSync(join(root, "samples", "workspace"), workspace, { recursive: true, force: false });
  return workspace;
}

function summary({
  editor,
  hub,
  workspace,
}: {
  readonly editor: string;
  readonly hub: UsedHub;
  readonly workspace: string;
}): string {
  return [
    "",
    "AI Hub is running. In the editor, choose the AI Hub icon at the left and ask something.",
    `  Editor         ${editor}`,
    `  Hub            ${hub.url}${hub.isOurs ? "" : " (was running already and goes on)"}`,
    ...(hub.console === undefined ? [] : [`  Console        ${hub.console}`]),
    ...(hub.adminToken === undefined ? [] : [`  Admin token    ${hub.adminToken}`]),
    `  Sign in        to the console as the people in ${hub.peopleFile}`,
    `  Sample folder  ${workspace}`,
    "Ctrl+C ends what was started here.",
    "",
  ].join("\n");
}

interface EndSignal {
  readonly received: Promise<unknown>;
  forget(): void;
}

/** From now on a signal requests an orderly end. */
function endSignal(): EndSignal {
  const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const controller = new AbortController();
  const listener = (): void => controller.abort();
  for (const name of names) {
    process.on(name, listener);
  }
  return {
    received: once(controller.signal, "abort"),
    forget: () => {
      for (const name of names) {
        process.off(name, listener);
      }
    },
  };
}
