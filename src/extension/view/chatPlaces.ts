import type { ChatView } from "./chatView.ts";

/** Where chats are shown: the side bar and editor tabs. */
export interface ChatPlaces {
  readonly sidebar: ChatView;
  /** The chat of the tab that has the focus, else the one in the side bar. */
  active(): ChatView;
  /** Opens a conversation in an editor tab. */
  openTab(conversationId: string): void;
  /** Reveals the side bar's chat and puts the focus into its composer. */
  focus(): Promise<void>;
}
