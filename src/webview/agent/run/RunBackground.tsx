import type { JSX } from "preact";

import { focusMainControl } from "../../kit/focus.ts";
import { Icon } from "../../kit/Icon.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { ActTitle } from "../calls/ActLine.tsx";
import { useAgent } from "../state/agentPage.ts";
import { useAgentWords } from "../state/agentWords.ts";

export function RunBackground(): JSX.Element | null {
  const words = useAgentWords();
  const agent = useAgent();
  const running = agent.part("background") ?? [];
  if (running.length === 0) {
    return null;
  }
  const stop = (callId: string): void => {
    focusMainControl();
    void agent.act("stopCommand", { callId });
  };
  return (
    <section class="run-line background" role="group" aria-label={words.background}>
      {running.map(({ callId, command }) => (
        <div key={callId} class="run-row">
          <span class="run-doing">
            <Icon name="play" />
            <span class="run-act">
              <ActTitle verb={words.backgroundRuns} subject={command} />
            </span>
          </span>
          <span class="run-buttons">
            <IconButton
              icon="terminal"
              label={words.commandShow}
              onClick={() => void agent.act("showCommand", { callId })}
            />
            <IconButton icon="stop" label={words.commandStop} onClick={() => stop(callId)} />
          </span>
        </div>
      ))}
    </section>
  );
}
