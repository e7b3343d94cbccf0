import type { Page } from "playwright-core";

import type { AssistantMessage } from "../../../src/shared/conversation/conversation.ts";
import type { Failure, FailureKind } from "../../../src/shared/failures/failure.ts";
import { answer, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { hostOf, type HostHandle } from "../../support/fakeHost/hostHandle.ts";

export interface Opened {
  readonly page: Page;
  readonly host: HostHandle;
}

export async function openConversation(options: OpenOptions): Promise<Opened> {
  const { page } = await openChat(options);
  await page.getByRole("log", { name: /Conversation|Conversa/u }).waitFor();
  return { page, host: hostOf(page) };
}

export function withAnswer(more: Partial<AssistantMessage>, text = "Some text."): OpenOptions {
  return {
    snapshot: snapshot({ messages: [userMessage("m1", "Question"), answer("m2", text, more)] }),
  };
}

export function failed(kind: FailureKind, more: Partial<Failure> = {}): OpenOptions {
  return withAnswer({ state: "failed", failure: { kind, ...more } }, "");
}

export const assistant = (page: Page) => page.getByRole("article", { name: "gpt-x-large" });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
