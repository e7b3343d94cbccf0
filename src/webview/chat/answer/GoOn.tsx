import type { JSX } from "preact";

import type { AssistantMessage } from "../../../shared/conversation/conversation.ts";
import { messageText } from "../../../shared/conversation/transcript.ts";
import type { Failure } from "../../../shared/failures/failure.ts";
import { useGovernance } from "../../governance/governancePage.ts";
import { failureActions, needsChangeFirst, type FailureAction } from "../../page/failureActions.ts";
import { usePage } from "../../page/page.ts";
import type { PageActions } from "../../page/pageActions.ts";
import { useWords } from "../../page/useWords.ts";

/** Buttons below an incomplete answer, the most useful first. */
export function GoOn({ message }: { readonly message: AssistantMessage }): JSX.Element | null {
  const words = useWords();
  const { state, actions, now } = usePage();
  const governance = useGovernance();
  const { failure } = message;
  const isLast = state.messageIds.value.at(-1) === message.id;
  const isCompared = message.comparisonId !== undefined;
  if (!isLast || isCompared || state.isRunning.value) {
    return null;
  }
  const hasText = messageText(message) !== "";
  // At a run's cap only its bar continues: it names the amount to allow.
  const isAtCap = failure?.kind === "run_budget";
  const canContinue =
    hasText && !isAtCap && (message.state === "incomplete" || message.state === "stopped");
  const isTooEarly = mustWait(failure, now.value);
  const toContinue = {
    label: words.continueAnswer,
    run: () => actions.continueAnswer(message.id),
    isDisabled: false,
  };
  const goOn = [
    ...(canContinue ? [toContinue] : []),
    {
      label: words.tryAgain,
      run: () => actions.regenerate(message.id),
      isDisabled: isTooEarly,
    },
  ];
  const runs = { ...runsOf(actions, message), showUsage: () => governance.showUsage() };
  const canSignIn = state.view.value.canSignIn === true;
  const others = (failure ? failureActions(failure.kind) : []).map((action) => ({
    ...(canSignIn && (action === "setToken" || action === "updateToken")
      ? { label: words.signIn, run: () => actions.signIn() }
      : { label: words[action], run: runs[action] }),
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

/** True if the person must wait. Not for a budget, which may have been raised before it renews. */
function mustWait(failure: Failure | undefined, now: number): boolean {
  return (
    failure?.retryAt !== undefined && failure.kind !== "budget_exhausted" && failure.retryAt > now
  );
}

function runsOf(
  actions: PageActions,
  message: AssistantMessage,
): Readonly<Record<Exclude<FailureAction, "showUsage">, () => void>> {
  return {
    setToken: () => actions.setToken(),
    updateToken: () => actions.setToken(),
    chooseModel: () => actions.openPicker(),
    changeAddress: () => actions.changeAddress(),
    diagnose: () => actions.diagnose(),
    newChat: () => actions.newChat(),
    editMessage: () => actions.edit(message.parentId ?? ""),
  };
}
