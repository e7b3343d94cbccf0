import type { Clock } from "../shared/base/clock.ts";
import type { ConversationStore } from "./conversationStore.ts";
import type { StreamAnswer } from "./toolEvents.ts";
import type { StreamChat } from "./turn.ts";

export interface ChatSessionDeps {
  readonly store: ConversationStore;
  readonly streamChat: StreamChat;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly onStorageFailure: (error: unknown) => void;
  readonly answering?: (conversationId: string) => StreamAnswer;
  readonly takesImages?: (model: string) => boolean;
}
