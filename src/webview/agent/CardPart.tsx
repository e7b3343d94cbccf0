import type { JSX } from "preact";

import type { AgentCard as Card } from "../../shared/calls/agentCalls.ts";
import type { ToolCallState } from "../../shared/conversation.ts";
import { shownState, type ToolCallProps } from "../tools/ToolLine.tsx";
import { AgentCard } from "./AgentCard.tsx";
import { useAgent } from "./agentPage.ts";

/** The card of a call, while it waits for the person. */
export function CardPart(props: ToolCallProps): JSX.Element | null {
  const card = useCard(props);
  return card ? <AgentCard key={card.id} card={card} toolName={props.part.name} /> : null;
}

function useCard({ message, part }: ToolCallProps): Card | undefined {
  const agent = useAgent();
  const isOpen = message.state === "streaming" && isUndecided(part);
  const cards = isOpen ? agent.part("cards") : undefined;
  return cards?.find(({ callId }) => callId === part.callId);
}

/** The state of a call for people: only with a card it waits for them. */
export function useActState(props: ToolCallProps): ToolCallState {
  const card = useCard(props);
  const state = shownState(props);
  if (card) {
    return "waiting";
  }
  return state === "waiting" ? "running" : state;
}

/** Whether a card of the call is drawn at its line. */
export function isUndecided({ state }: ToolCallProps["part"]): boolean {
  return state === "waiting" || state === "running";
}
