import type { JSX } from "preact";

import { usePage } from "../../page/page.ts";
import { AgentCard } from "../cards/AgentCard.tsx";
import { isUndecided } from "../cards/CardPart.tsx";
import { useAgent } from "../state/agentPage.ts";
import { RunBackground } from "./RunBackground.tsx";
import { RunBar } from "./RunBar.tsx";
import { RunChanges } from "./RunChanges.tsx";

export function RunPanel(): JSX.Element {
  return (
    <>
      <LooseCards />
      <RunBackground />
      <div class="run-line">
        <RunBar />
        <RunChanges />
      </div>
    </>
  );
}

function LooseCards(): JSX.Element | null {
  const agent = useAgent();
  const { state } = usePage();
  const cards = agent.part("cards") ?? [];
  if (cards.length === 0) {
    return null;
  }
  const message = state.message(state.messageIds.value.at(-1) ?? "")?.value;
  const drawn = new Set(
    message?.role === "assistant" && message.state === "streaming"
      ? message.parts.map((part) =>
          part.kind === "toolCall" && isUndecided(part) ? part.callId : "",
        )
      : [],
  );
  return (
    <>
      {cards
        .filter(({ callId }) => !drawn.has(callId))
        .map((card) => (
          <AgentCard key={card.id} card={card} />
        ))}
    </>
  );
}
