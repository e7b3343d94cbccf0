import type { Page } from "playwright-core";

import type { AgentCard, AgentState } from "../../../src/shared/calls/agentCalls.ts";
import type { AssistantMessage } from "../../../src/shared/conversation/conversation.ts";
import type { OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { type Opened, openPage } from "../turns/turnsPage.ts";
import { agentState, command, run, working } from "./agentScenes.ts";

export interface Scene extends Partial<OpenOptions> {
  readonly parts?: AssistantMessage["parts"];
  readonly message?: Partial<AssistantMessage>;
  readonly agent?: Partial<AgentState>;
}

/** A page whose answer has these parts, and what the host says about the agent. */
export async function openAgent({
  parts = [],
  message = {},
  agent = {},
  ...options
}: Scene): Promise<Opened> {
  const opened = await openPage({ snapshot: working(parts, message), ...options });
  await opened.host.tell("showAgent", agentState(agent));
  await opened.page.getByRole("button", { name: /^(?:Mode|Modo)$/u }).waitFor();
  return opened;
}

export const cardOf = (page: Page, kind: string) => page.locator(`[data-card="${kind}"]`);

export const waiting = { state: "waiting", result: undefined } as const;

/** A page whose run asks about one call, which is drawn with its card. */
export async function openCard(
  shown: (callId: string) => AgentCard,
  part = command(waiting),
  options: Partial<OpenOptions> = {},
): Promise<Opened> {
  const opened = await openAgent({ parts: [part], agent: { run }, ...options });
  await opened.host.tell("showAgent", agentState({ run, cards: [shown(part.callId)] }));
  await opened.page.locator("[data-card]").waitFor();
  return opened;
}
