import type { StreamChat } from "../../chat/turn.ts";
import type { ChatRequest, ToolCall, ToolPlace } from "../../hub/wire/chatTypes.ts";
import type { PassedEvent } from "./cards/agentEvents.ts";
import type { RunMeter } from "./runMeter.ts";

export interface ModelAnswer {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly reason: string | undefined;
  readonly inputTokens: number | undefined;
}

export interface ModelDeps {
  /** Results are masked before they are sent, arguments get the real values. */
  readonly streamChat: StreamChat;
  readonly meter: RunMeter;
  readonly tell?: ((event: PassedEvent) => void) | undefined;
}

const places: Readonly<Record<string, ToolPlace>> = {
  edit_file: "local",
  write_file: "local",
  apply_patch: "local",
  run_command: "shown",
};

function toolPlace(tool: string): ToolPlace {
  return Object.hasOwn(places, tool) ? (places[tool] ?? "away") : "away";
}

export async function askModel(
  request: ChatRequest,
  { streamChat, meter, tell }: ModelDeps,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const texts: string[] = [];
  const calls: ToolCall[] = [];
  let reason: string | undefined;
  let inputTokens: number | undefined;
  const report = meter.nextRequest();
  for await (const event of streamChat(request, { signal, toolPlace, ...meter.requestOptions })) {
    switch (event.kind) {
      case "toolCall":
        calls.push(event.call);
        break;
      case "finished":
        ({ reason } = event);
        break;
      case "textDelta":
        texts.push(event.text);
        tell?.(event);
        break;
      case "usage": {
        const { kind, ...usage } = event;
        inputTokens = usage.inputTokens ?? inputTokens;
        report(usage);
        tell?.({ kind, ...meter.total });
        break;
      }
      default:
        tell?.(event);
    }
  }
  return { text: texts.join(""), calls, reason, inputTokens };
}
