import { protectedStream } from "../chat/protection/protectedStream.ts";
import type { Protection } from "../chat/protection/protection.ts";
import type { StreamChat } from "../chat/turn.ts";
import type { HubConnection } from "./connection/hubConnection.ts";
import { askToGive } from "./protection/askToGive.ts";
import { askToSend } from "./protection/askToSend.ts";
import { editorToolNames } from "./tools/editorToolNames.ts";

export function hubStreams(
  connection: HubConnection,
  protection: Protection,
): {
  readonly streamChat: StreamChat;
  readonly streamForEditor: StreamChat;
  readonly isTurnRunning: () => boolean;
} {
  let running = 0;
  const inner: StreamChat = async function* counted(request, options) {
    running += 1;
    try {
      yield* connection.streamChat(request, options);
    } finally {
      running -= 1;
    }
  };
  return {
    isTurnRunning: () => running > 0,
    streamChat: protectedStream(inner, protection, askToSend),
    streamForEditor: protectedStream(inner, protection, askToSend, askToGive(isEditorTool)),
  };
}

function isEditorTool(tool: string): boolean {
  return editorToolNames.some((name) => name === tool);
}
