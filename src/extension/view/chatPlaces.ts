import type { ChatView } from "./chatView.ts";

/** The places of chats: the side bar and editor tabs. */
export interface ChatPlaces {
  readonly sidebar: ChatView;
  /** The chat of the focused tab, or else the side bar's chat. */
  active(): ChatView;
  /** Opens a conversation in an editor tab. */
  openTab(conversationId: string): void;
  /** Reveals the side bar's chat and focuses its message field. */
  focus(): Promise<void>;
}
