import type { JSX } from "preact";

import { useAgent } from "../state/agentPage.ts";
import { useAgentWords } from "../state/agentWords.ts";

export function CompletionOff(): JSX.Element {
  const words = useAgentWords();
  const agent = useAgent();
  return (
    <p class="hint">
      {words.completionOff}{" "}
      <button
        type="button"
        class="link"
        onClick={() => void agent.act("manage", { what: "turnOnCompletion" })}
      >
        {words.managed.turnOnCompletion}
      </button>
    </p>
  );
}
