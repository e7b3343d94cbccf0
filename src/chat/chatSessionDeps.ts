import type { Clock } from "../shared/clock.ts";
import type { ConversationStore } from "./conversationStore.ts";
import type { StreamAnswer } from "./toolEvents.ts";
import type { StreamChat } from "./turn.ts";

/** What a conversation in memory needs of the rest. */
export interface ChatSessionDeps {
  readonly store: ConversationStore;
  readonly streamChat: StreamChat;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly onStorageFailure: (error: unknown) => void;
  /** Streams answers that may call tools; without it no tool is called. */
  readonly answering?: (conversationId: string) => StreamAnswer;
  /** Whether a model accepts images; without it every model is assumed to. */
  readonly takesImages?: (model: string) => boolean;
}
