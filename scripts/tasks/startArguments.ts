import { parseArgs } from "node:util";

import * as z from "zod/mini";

import { desktopEditorNames } from "../editors/desktop.ts";

const editorSchema = z.enum([...desktopEditorNames, "code-server"]);
export type EditorName = z.infer<typeof editorSchema>;

interface StartArguments {
  readonly editor: EditorName | undefined;
  readonly isOpening: boolean;
  /** The hub's port. */
  readonly port: number | undefined;
}

const usage = `npm start -- [--editor ${editorSchema.options.join("|")}] [--no-open] [--port <n>]`;

/** Throws an error that names the problem and shows the usage. */
export function parseStartArguments(args: readonly string[]): StartArguments {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        editor: { type: "string" },
        "no-open": { type: "boolean", default: false },
        port: { type: "string" },
      },
    });
    return {
      editor: values.editor === undefined ? undefined : editorName(values.editor),
      isOpening: !values["no-open"],
      port: values.port === undefined ? undefined : portNumber(values.port),
    };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${usage}`, {
      cause: error,
    });
  }
}

function editorName(text: string): EditorName {
  const result = editorSchema.safeParse(text);
  if (!result.success) {
    throw new Error(`Unknown editor "${text}".`);
  }
  return result.data;
}

function portNumber(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) {
    throw new Error(`"${text}" is no port; one is a number from 0 to 65535.`);
  }
  return port;
}
