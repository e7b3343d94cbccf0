import type { JSX } from "preact";

import type { ToolsState } from "../../shared/calls/toolsCalls.ts";
import { Icon, type IconName } from "../kit/Icon.tsx";
import { useWords } from "../page/useWords.ts";
import type { Words } from "../words/en/en.ts";
import { useTools } from "./toolsPage.ts";

export function ToolsChip(): JSX.Element | null {
  const words = useWords();
  const tools = useTools();
  const state = tools.state.value;
  if (!state?.environment) {
    return null;
  }
  const text = chipText(words, state, state.environment.name);
  return (
    <button
      type="button"
      class="picker-button tools-chip"
      data-access={state.isStopped ? "stopped" : state.access}
      data-production={state.environment.isProduction}
      title={words.toolsHint}
      aria-label={words.toolsName(text)}
      onClick={() => tools.choose()}
    >
      <Icon name="tools" />
      <span class="tools-state">
        <Icon name={stateIcon(state)} />
      </span>
      <span class="picker-value">{text}</span>
    </button>
  );
}

/** For a narrow view; colour alone would not show the state. */
function stateIcon({ access, isStopped }: ToolsState): IconName {
  if (access === "off" || (access === "write" && isStopped)) {
    return "circle-slash";
  }
  return access === "read" ? "eye" : "edit";
}

function chipText(words: Words, { access, isStopped }: ToolsState, environment: string): string {
  if (access === "off") {
    return words.toolsOff;
  }
  if (access === "read") {
    return words.toolsRead(environment);
  }
  return isStopped ? words.toolsStopped(environment) : words.toolsWrite(environment);
}
