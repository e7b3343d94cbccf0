import type { ChatView } from "./chatView.ts";

export interface ChatPlaces {
  readonly sidebar: ChatView;
  active(): ChatView;
  openTab(conversationId: string): void;
  focus(): Promise<void>;
}
