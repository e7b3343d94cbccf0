import type { Failure } from "../../../shared/failures/failure.ts";
import type { ChatState } from "./chatState.ts";

/** The failure of the last message, which its card explains. */
export function lastFailure(state: ChatState): Failure | undefined {
  const lastId = state.messageIds.value.at(-1);
  const last = lastId === undefined ? undefined : state.message(lastId)?.value;
  return last?.role === "assistant" ? last.failure : undefined;
}
