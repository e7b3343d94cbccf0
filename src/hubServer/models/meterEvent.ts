import type { AnswerEvent } from "../formats/base/answerEvent.ts";
import type { AnswerTap } from "./modelSource.ts";

export function meterEvent(tap: AnswerTap, event: AnswerEvent): boolean {
  switch (event.kind) {
    case "delta":
      return tap.add(event.text);
    case "blockStart":
      tap.blockBegan(event.block.kind === "thinking" || event.block.kind === "redactedThinking");
      return event.block.kind !== "toolCall" || tap.add(event.block.name);
    case "usage":
      tap.report(event.usage);
      return true;
    case "finish":
      tap.finish();
      return true;
    case "error":
      tap.fail();
      return true;
    default:
      return true;
  }
}
