import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import type { AgentState } from "../../../shared/calls/agentCalls.ts";
import { Disclosure } from "../../kit/Disclosure.tsx";
import { leaving, mainControlAttribute } from "../../kit/focus.ts";
import { Icon } from "../../kit/Icon.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { usePage } from "../../page/page.ts";
import { useWords } from "../../page/useWords.ts";
import { ActTitle } from "../calls/ActLine.tsx";
import { PlanList } from "../calls/PlanList.tsx";
import { useAgent } from "../state/agentPage.ts";
import { useAgentWords } from "../state/agentWords.ts";
import {
  doingText,
  moreText,
  pauseText,
  type Run,
  runFacts,
  runLimits,
} from "../state/runTexts.ts";
import { showWaiting } from "../state/showWaiting.ts";

export function RunBar(): JSX.Element | null {
  const words = useAgentWords();
  const agent = useAgent();
  const { state: chat, ui, follower, format } = usePage();
  const run = agent.part("run");
  const isTurnRunning = chat.isRunning.value;
  const canStop = run !== undefined && (run.state !== "paused" || isTurnRunning);
  useEffect(() => {
    ui.hasRun.value = canStop;
    return () => {
      ui.hasRun.value = false;
    };
  }, [canStop]);
  useEscape(canStop, agent.stop);
  if (!run) {
    return null;
  }
  return (
    <section class="run" aria-label={words.run} data-run={run.state}>
      {run.state === "running" && <span class="progress" />}
      <Doing run={run} />
      <span class="run-facts" title={runLimits(words, run, format)}>
        {runFacts(words, run, format)}
      </span>
      <RunPlan plan={agent.part("plan") ?? []} />
      <span class="run-buttons">
        {run.state === "waiting" && (
          <IconButton icon="eye" label={words.runShow} onClick={() => showWaiting(follower)} />
        )}
        {run.state === "paused" && <PauseButtons run={run} />}
        {canStop && <StopButton />}
      </span>
      {run.isTainted && <Tainted />}
      <p class="unseen" role="status">
        {run.state === "waiting" && words.runWaits}
        {run.state === "paused" && pauseText(words, run, format)}
      </p>
    </section>
  );
}

function PauseButtons({ run }: { readonly run: Run }): JSX.Element {
  const words = useAgentWords();
  const agent = useAgent();
  const { format } = usePage();
  const more = moreText(words, run, format);
  const isAtCap = run.cap !== undefined;
  const isStuck = isAtCap && more === undefined;
  // Continuing resets the steps; it does not raise a cap in money or tokens.
  const allowMore = run.pause === "budget";
  return (
    <>
      {!isStuck && (
        <button
          type="button"
          class="button small"
          onClick={leaving(() => void agent.act("goOnWithRun", allowMore ? { allowMore } : {}))}
        >
          {more ?? words.runGoOn}
        </button>
      )}
      {isAtCap && (
        <button
          type="button"
          class="button quiet small"
          title={words.runLeaveHint}
          onClick={leaving(() => void agent.act("leaveRun", {}))}
        >
          {words.runLeave}
        </button>
      )}
    </>
  );
}

function StopButton(): JSX.Element {
  const words = useAgentWords();
  const common = useWords();
  const agent = useAgent();
  return (
    <button
      type="button"
      class="button quiet small"
      aria-label={common.stop}
      title={words.runStopHint}
      onClick={agent.stop}
    >
      <Icon name="stop" />
      <span class="run-stop-text">{common.stop}</span>
    </button>
  );
}

function Doing({ run }: { readonly run: Run }): JSX.Element {
  const words = useAgentWords();
  const { format } = usePage();
  if (run.state === "paused") {
    return (
      <span class="run-doing paused">
        <Icon name="debug-pause" />
        <span>{pauseText(words, run, format)}</span>
      </span>
    );
  }
  const [verb, subject] = doingText(words, run);
  return (
    <span class="run-doing" {...(run.state === "waiting" && { title: words.runShowHint })}>
      <Icon name={run.state === "waiting" ? "person" : "play"} />
      <span class="run-act">
        <ActTitle verb={verb} subject={subject} />
      </span>
    </span>
  );
}

function RunPlan({ plan }: { readonly plan: AgentState["plan"] }): JSX.Element | null {
  const words = useAgentWords();
  const { format } = usePage();
  const [isOpen, setIsOpen] = useState(false);
  const [done, all] = [plan.filter(({ state }) => state === "done").length, plan.length].map(
    format.count,
  );
  return plan.length === 0 ? null : (
    <>
      <Disclosure isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
        <span aria-hidden="true">
          {done}/{all}
        </span>
        <span class="unseen">
          {words.plan}: {words.planShort(done ?? "", all ?? "")}
        </span>
      </Disclosure>
      {isOpen && <PlanList plan={plan} />}
    </>
  );
}

function Tainted(): JSX.Element {
  const words = useAgentWords();
  const agent = useAgent();
  return (
    <div class="run-tainted">
      <Icon name="warning" />
      <span title={words.runTaintedHint}>
        {words.runTainted}{" "}
        <button
          type="button"
          class="link"
          onClick={leaving(() => void agent.act("trustAgain", {}))}
        >
          {words.runTrustAgain}
        </button>
      </span>
    </div>
  );
}

/** Escape stops the run, except in a text box, which uses the key itself. */
function useEscape(isActive: boolean, stop: () => void): void {
  useEffect(() => {
    if (!isActive) {
      return undefined;
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target } = event;
      const isTyping =
        target instanceof HTMLElement &&
        (target.matches("input, textarea, select") || target.hasAttribute(mainControlAttribute));
      if (event.key === "Escape" && !event.defaultPrevented && !isTyping) {
        stop();
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isActive]);
}
