import type { JSX } from "preact";

import type { AssistantMessage } from "../../shared/conversation.ts";
import { textOf } from "../../shared/transcript.ts";
import { failureActions, needsChangeFirst, type FailureAction } from "../failureActions.ts";
import type { PageActions } from "../pageActions.ts";
import { usePage } from "./page.ts";

/** The buttons below an answer that is not complete. The first one is the most useful. */
export function GoOn({ message }: { readonly message: AssistantMessage }): JSX.Element | null {
  const { state, words, actions, now } = usePage();
  const { failure } = message;
  const isLast = state.messageIds.value.at(-1) === message.id;
  if (!isLast || state.view.value.turn.state === "running") {
    return null;
  }
  const hasText = textOf(message) !== "";
  const canContinue = hasText && (message.state === "incomplete" || message.state === "stopped");
  const isTooEarly = failure?.retryAt !== undefined && failure.retryAt > now.value;
  const toContinue = {
    label: words.continueAnswer,
    run: () => actions.continueAnswer(message.id),
    isDisabled: false,
  };
  const goOn = [
    ...(canContinue ? [toContinue] : []),
    { label: words.tryAgain, run: () => actions.regenerate(message.id), isDisabled: isTooEarly },
  ];
  const runs = runsOf(actions, message);
  const others = (failure ? failureActions(failure.kind) : []).map((action) => ({
    label: words[action],
    run: runs[action],
    isDisabled: false,
  }));
  const buttons =
    failure && needsChangeFirst(failure.kind) ? [...others, ...goOn] : [...goOn, ...others];
  return (
    <div class="buttons">
      {buttons.map(({ label, run, isDisabled }, index) => (
        <button
          key={label}
          type="button"
          class={index === 0 ? "button small" : "button quiet small"}
          disabled={isDisabled}
          onClick={run}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function runsOf(
  actions: PageActions,
  message: AssistantMessage,
): Readonly<Record<FailureAction, () => void>> {
  return {
    setToken: () => actions.setToken(),
    chooseModel: () => actions.openPicker(),
    openSettings: () => actions.openSettings(),
    diagnose: () => actions.diagnose(),
    newChat: () => actions.newChat(),
    editMessage: () => actions.edit(message.parentId ?? ""),
  };
}
