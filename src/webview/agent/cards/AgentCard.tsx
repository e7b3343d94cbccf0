import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import type { AgentCard as Card } from "../../../shared/calls/agentCalls.ts";
import { visibleText } from "../../../shared/text/visibleText.ts";
import { Icon, type IconName } from "../../kit/Icon.tsx";
import { usePage } from "../../page/page.ts";
import { useWords } from "../../page/useWords.ts";
import { CardProblem, CardWarnings, TimeLeft, useDecision } from "../../tools/cardParts.tsx";
import { VisibleText } from "../../tools/VisibleText.tsx";
import { useAgent } from "../state/agentPage.ts";
import { useAgentWords } from "../state/agentWords.ts";
import { cardTexts, warningText } from "../state/cardTexts.ts";
import { diffRows, withoutHead } from "../state/diffRows.ts";
import { CardParts } from "./CardParts.tsx";
import { CardRules } from "./CardRules.tsx";
import { CodeBlock, DiffView } from "./DiffView.tsx";

interface CardProps {
  readonly card: Card;
  readonly toolName?: string;
}

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
      <Dangers card={card} />
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

function Dangers({ card: { dangers = [] } }: CardProps): JSX.Element | null {
  const words = useAgentWords();
  const text = dangers.map(({ kind, names }) => words.danger[kind](names.join(", "))).join(" · ");
  return text === "" ? null : (
    <p class="card-dangers">
      <Icon name="warning" />
      <VisibleText text={text.charAt(0).toUpperCase() + text.slice(1)} />
    </p>
  );
}

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
  web: "globe",
};

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

function CardBody({ card: { kind, paths, command, detail } }: CardProps): JSX.Element {
  const words = useAgentWords();
  const isDiff = /^(?:@@|--- )/mu.test(detail) && !["mcpCall", "serverStart", "web"].includes(kind);
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

/** The time after the card appears in which clicks are ignored, because they were meant for something else. */
const armMs = 500;

function Decision({
  card,
  leftOut,
  toolName,
}: CardProps & { readonly leftOut: readonly number[] }): JSX.Element {
  const words = useAgentWords();
  const { format } = usePage();
  const agent = useAgent();
  const { settle, isBusy, problem } = useDecision();
  const [ruleId, setRuleId] = useState(card.presetRule);
  const isArmed = useArmed();
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
  const canReject = !isBusy && isArmed;
  return (
    <div class="approval-decision">
      {card.rules.length > 0 && (
        <CardRules rules={card.rules} command={card.command} chosen={ruleId} onChoose={setRuleId} />
      )}
      <DecisionButtons
        approve={leftOut.length > 0 ? some : button}
        reject={reject}
        canApprove={canReject && (all === 0 || leftOut.length < all)}
        canReject={canReject}
        expiresAt={card.expiresAt}
        onDecide={decide}
      />
      <CardProblem problem={problem} />
    </div>
  );
}

function useArmed(): boolean {
  const [isArmed, setIsArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsArmed(true), armMs);
    return () => clearTimeout(timer);
  }, []);
  return isArmed;
}

interface ButtonsProps {
  readonly approve: string;
  readonly reject: string;
  readonly canApprove: boolean;
  readonly canReject: boolean;
  readonly expiresAt: number;
  readonly onDecide: (approve: boolean) => void;
}

/**
 * The buttons of a card. Ctrl+Enter and Ctrl+Backspace work only while the focus is in the card, which never takes
 * the focus itself.
 */
function DecisionButtons(props: ButtonsProps): JSX.Element {
  const words = useAgentWords();
  const { approve, reject, canApprove, canReject, expiresAt, onDecide } = props;
  const row = useRef<HTMLDivElement>(null);
  const onKey = useRef<((event: KeyboardEvent) => void) | undefined>(undefined);
  onKey.current = (event) => {
    const isApproval = event.key === "Enter";
    if ((isApproval || event.key === "Backspace") && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!event.repeat && (isApproval ? canApprove : canReject)) {
        onDecide(isApproval);
      }
    }
  };
  useEffect(() => {
    const card = row.current?.closest<HTMLElement>("[data-card]");
    const listen = (event: KeyboardEvent): void => onKey.current?.(event);
    card?.addEventListener("keydown", listen);
    return () => card?.removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <div class="buttons" ref={row}>
        <button
          type="button"
          class="button"
          aria-keyshortcuts="Control+Enter"
          disabled={!canApprove}
          onClick={() => onDecide(true)}
        >
          <VisibleText text={approve} />
        </button>
        <button
          type="button"
          class="button quiet"
          aria-keyshortcuts="Control+Backspace"
          disabled={!canReject}
          onClick={() => onDecide(false)}
        >
          {reject}
        </button>
        <TimeLeft expiresAt={expiresAt} />
      </div>
      <p class="hint card-keys" aria-hidden="true">
        <VisibleText text={words.cardKeys(approve, reject)} />
      </p>
    </>
  );
}
