import type { JSX } from "preact";

import type { Connection } from "../../shared/calls/protocol.ts";
import { CompletionPart, TasksPart } from "../agent/agentParts.tsx";
import { useAgent } from "../agent/state/agentPage.ts";
import { focusMainControl } from "../kit/focus.ts";
import { usePage } from "../page/page.ts";
import { HubProblem, SideTip } from "./soon.ts";
import { Connecting } from "./start/Connecting.tsx";

export function EmptyState(): JSX.Element {
  const { words, state } = usePage();
  const { connection, hubProblem } = state.view.value;
  if (connection.state === "connecting") {
    return <Connecting />;
  }
  if (hubProblem) {
    return <HubProblem problem={hubProblem} />;
  }
  return (
    <div class="middle">
      <div class="intro">
        <h2>{words.emptyTitle}</h2>
        <p>{words.emptyText}</p>
        {useAgent().part("mode") === "agent" ? <TasksPart /> : <Suggestions />}
        <CompletionPart />
        <ConnectionHint connection={connection} />
        <SideTip />
      </div>
    </div>
  );
}

function Suggestions(): JSX.Element {
  const { words, composer } = usePage();
  const fill = (text: string): void => {
    composer.type(text);
    focusMainControl();
  };
  return (
    <ul class="suggestions" aria-label={words.suggestions}>
      {[words.suggestExplain, words.suggestTests, words.suggestBug].map((text) => (
        <li key={text}>
          <button type="button" class="suggestion" onClick={() => fill(text)}>
            {text.trimEnd()}
          </button>
        </li>
      ))}
    </ul>
  );
}

function ConnectionHint({ connection }: { readonly connection: Connection }): JSX.Element | null {
  const { words, state } = usePage();
  if (connection.state !== "ready") {
    return null;
  }
  if (state.view.value.isHubAwaited === true) {
    return <p class="hint">{words.connecting}</p>;
  }
  return (
    <>
      <p class="hint">
        {connection.isLocal ? words.localHubText : words.connectedTo(connection.host)}
      </p>
      {!connection.tokenIsKept && <p class="hint">{words.tokenNotKept}</p>}
    </>
  );
}
