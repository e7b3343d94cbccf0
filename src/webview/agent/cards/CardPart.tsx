import type { JSX } from "preact";

import type { AgentCard as Card } from "../../../shared/calls/agentCalls.ts";
import { type ShownState, shownState, type ToolCallProps } from "../../tools/callStates.ts";
import { useAgent } from "../state/agentPage.ts";
import type { CallsProps } from "../state/callGroups.ts";
import { AgentCard } from "./AgentCard.tsx";

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

export function useActState(props: ToolCallProps): ShownState {
  return shownState(props, useCard(props) !== undefined);
}

export function useActStates({ message, calls }: CallsProps): readonly ShownState[] {
  const agent = useAgent();
  const isOpen = message.state === "streaming" && calls.some(isUndecided);
  const asked = new Set((isOpen ? agent.part("cards") : undefined)?.map(({ callId }) => callId));
  return calls.map((part) => shownState({ message, part }, asked.has(part.callId)));
}

export function isUndecided({ state }: ToolCallProps["part"]): boolean {
  return state === "waiting" || state === "running";
}
