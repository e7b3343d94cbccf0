import type { JSX } from "preact";

import { focusMainControl } from "../../kit/focus.ts";
import { Icon } from "../../kit/Icon.tsx";
import { usePage } from "../../page/page.ts";
import { useAgent } from "../state/agentPage.ts";
import { useAgentWords } from "../state/agentWords.ts";

/** Ideas for tasks. In the sample's folder a click starts a task; elsewhere it fills the composer. */
export function TaskIdeas(): JSX.Element {
  const words = useAgentWords();
  const { composer, actions } = usePage();
  const isSample = useAgent().part("isSample") === true;
  const take = (text: string): void => {
    composer.type(text);
    focusMainControl();
    if (isSample) {
      void actions.send();
    }
  };
  const tasks = isSample
    ? words.taskSamples
    : [words.taskProblems, words.taskTests, words.taskFailure];
  return (
    <ul class="suggestions" aria-label={words.tasks}>
      {tasks.map((text) => (
        <li key={text}>
          <button type="button" class="suggestion" onClick={() => take(text)}>
            {isSample && <Icon name="play" />} {text.trimEnd()}
          </button>
        </li>
      ))}
    </ul>
  );
}
