import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";

import type { AgentCard as Card } from "../../shared/calls/agentCalls.ts";
import { visibleText } from "../../shared/visibleText.ts";
import { Icon, type IconName } from "../kit/Icon.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import { CardProblem, CardWarnings, TimeLeft, useDecision } from "../tools/cardParts.tsx";
import { VisibleText } from "../tools/VisibleText.tsx";
import { useAgent } from "./agentPage.ts";
import { useAgentWords } from "./agentWords.ts";
import { CardParts } from "./CardParts.tsx";
import { CardRules } from "./CardRules.tsx";
import { cardTexts, warningText } from "./cardTexts.ts";
import { diffRows, withoutHead } from "./diffRows.ts";
import { CodeBlock, DiffView } from "./DiffView.tsx";

interface CardProps {
  readonly card: Card;
  /** The tool of the call, if it is known. */
  readonly toolName?: string;
}

/**
 * One act that waits for the person: everything that would be done, the model's reason apart from
 * it, and two buttons. It never takes the focus, and no key decides it from elsewhere.
 */
export function AgentCard({ card, toolName }: CardProps): JSX.Element {
  const words = useAgentWords();
  const common = useWords();
  const { format } = usePage();
  const { act } = cardTexts(words, card, format.count, toolName);
  const [leftOut, setLeftOut] = useState<readonly number[]>([]);
  return (
    <section
      class="approval agent-card"
      role="group"
      aria-label={visibleText(act)}
      data-card={card.kind}
      tabIndex={-1}
    >
      <p class="unseen" role="alert">
        {common.approvalNeeded(visibleText(act))}
      </p>
      <h3 class="approval-head">
        <Icon name={icons[card.kind]} />
        <VisibleText text={act} />
        <Where card={card} />
      </h3>
      {card.parts ? (
        <CardParts parts={card.parts} leftOut={leftOut} onLeaveOut={setLeftOut} />
      ) : (
        <CardBody card={card} />
      )}
      {card.variables && card.variables.length > 0 && (
        <p class="hint">
          <VisibleText text={words.cardVariables(card.variables.join(", "))} />
        </p>
      )}
      {card.purpose !== undefined && card.purpose !== "" && (
        <p class="card-purpose">
          <span class="hint">{words.cardPurpose}</span> <VisibleText text={card.purpose} />
        </p>
      )}
      {card.outsideReason !== undefined && <OutsideReason reason={card.outsideReason} />}
      <CardWarnings sentences={card.warnings.map((warning) => warningText(words, warning))} />
      <Decision card={card} leftOut={leftOut} {...(toolName !== undefined && { toolName })} />
    </section>
  );
}

/** Why the command must leave the sandbox, as the model says. */
function OutsideReason({ reason }: { readonly reason: string }): JSX.Element {
  const words = useAgentWords();
  return (
    <p class="card-purpose">
      <span class="hint">{reason === "" ? words.cardNoReason : words.cardOutsideReason}</span>{" "}
      <VisibleText text={reason} />
    </p>
  );
}

const icons: Readonly<Record<Card["kind"], IconName>> = {
  request: "send",
  edit: "edit",
  command: "terminal",
  delete: "trash",
  outside: "folder",
  serverStart: "play",
  mcpCall: "tools",
};

/** Folder and sandbox of a command. */
function Where({ card: { command, folder, isSandboxed } }: CardProps): JSX.Element | null {
  const words = useAgentWords();
  if (command === undefined && folder === undefined) {
    return null;
  }
  return (
    <span class="card-where">
      {folder !== undefined && folder !== "." && <VisibleText text={words.commandFolder(folder)} />}
      {isSandboxed !== undefined && (
        <span class="card-sandbox">
          <Icon name={isSandboxed ? "shield" : "unlock"} />
          {isSandboxed ? words.commandInside : words.commandOutside}
        </span>
      )}
    </span>
  );
}

/** Everything that is approved: paths, command, difference or arguments. */
function CardBody({ card: { kind, paths, command, detail } }: CardProps): JSX.Element {
  const words = useAgentWords();
  const isDiff = /^(?:@@|--- )/mu.test(detail) && kind !== "mcpCall" && kind !== "serverStart";
  const rows = useMemo(() => {
    const [path = ""] = paths;
    return isDiff ? diffRows(paths.length === 1 ? withoutHead(detail, path) : detail) : [];
  }, [detail, isDiff]);
  const hasList = paths.length > 1 || (paths.length > 0 && kind !== "edit" && kind !== "delete");
  return (
    <>
      {hasList && (
        <ul class="card-paths" aria-label={words.cardFiles}>
          {paths.map((path) => (
            <li key={path}>
              <VisibleText text={path} />
            </li>
          ))}
        </ul>
      )}
      {command !== undefined && <CodeBlock label={words.command} text={command} />}
      {isDiff && <DiffView label={words.cardDiff} rows={rows} />}
      {!isDiff && detail.trim() !== "" && detail !== command && (
        <CodeBlock label={words.cardDetail} text={detail} />
      )}
    </>
  );
}

/** A click sooner than this was meant for something else, in milliseconds. */
const armMs = 500;

/** Rules to keep, and the two buttons; the first names the act. */
function Decision({
  card,
  leftOut,
  toolName,
}: CardProps & { readonly leftOut: readonly number[] }): JSX.Element {
  const words = useAgentWords();
  const { format } = usePage();
  const agent = useAgent();
  const { settle, isBusy, problem } = useDecision();
  const [ruleId, setRuleId] = useState<string>();
  const [isArmed, setIsArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsArmed(true), armMs);
    return () => clearTimeout(timer);
  }, []);
  const decide = (approve: boolean): void => {
    const details = {
      ...(approve && ruleId !== undefined && { ruleId }),
      ...(approve && leftOut.length > 0 && { leaveOut: [...leftOut] }),
    };
    settle(() => agent.decide({ cardId: card.id, approve, ...details }));
  };
  const { button, reject = words.cardReject } = cardTexts(words, card, format.count, toolName);
  const all = card.parts?.length ?? 0;
  const some = words.cardMakeSome(format.count(all - leftOut.length), format.count(all));
  return (
    <div class="approval-decision">
      {card.rules.length > 0 && (
        <CardRules rules={card.rules} command={card.command} chosen={ruleId} onChoose={setRuleId} />
      )}
      <div class="buttons">
        <button
          type="button"
          class="button"
          disabled={isBusy || !isArmed || (all > 0 && leftOut.length === all)}
          onClick={() => decide(true)}
        >
          <VisibleText text={leftOut.length > 0 ? some : button} />
        </button>
        <button
          type="button"
          class="button quiet"
          disabled={isBusy || !isArmed}
          onClick={() => decide(false)}
        >
          {reject}
        </button>
        <TimeLeft expiresAt={card.expiresAt} />
      </div>
      <CardProblem problem={problem} />
    </div>
  );
}
