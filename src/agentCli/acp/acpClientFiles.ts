import { type AgentContext, type ClientCapabilities, methods } from "@agentclientprotocol/sdk";
import * as z from "zod/mini";

import type { ClientFiles } from "./acpWorkspace.ts";

/** How long an editor may take for one file, in milliseconds; then the file on disk counts. */
const fileMs = 5_000;

const readSchema = z.object({ content: z.string() });

export function clientFiles(
  client: AgentContext,
  sessionId: string,
  {
    capabilities,
    signal,
  }: { readonly capabilities: ClientCapabilities; readonly signal: AbortSignal },
): ClientFiles {
  const { readTextFile = false, writeTextFile = false } = capabilities.fs ?? {};
  const { read, write } = {
    read: methods.client.fs.readTextFile,
    write: methods.client.fs.writeTextFile,
  };
  const limits = () => ({
    cancellationSignal: AbortSignal.any([signal, AbortSignal.timeout(fileMs)]),
    stopWaitingOnCancel: true,
  });
  return {
    ...(readTextFile && {
      read: async (path) => {
        try {
          const answer: unknown = await client.request(read, { sessionId, path }, limits());
          return readSchema.safeParse(answer).data?.content;
        } catch {
          // Not open in the editor, or no file that it shows.
          return undefined;
        }
      },
    }),
    // Unsaved text is never overwritten, so a file that cannot be read cannot be written either.
    ...(readTextFile &&
      writeTextFile && {
        write: async (path, content) => {
          try {
            await client.request(write, { sessionId, path, content }, limits());
            return true;
          } catch {
            return false;
          }
        },
      }),
  };
}
