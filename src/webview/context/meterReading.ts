import type { ContextMeterFacts } from "../../shared/calls/contextCalls.ts";
import { estimateTokens } from "../../shared/text/tokenEstimate.ts";

export interface MeterReading {
  readonly instructions: number;
  readonly history: number;
  readonly attachments: number;
  readonly draft: number;
  readonly used: number;
  readonly limit?: MeterLimit;
}

export interface MeterLimit {
  readonly contextLength: number;
  readonly reserved: number;
  readonly free: number;
  readonly share: number;
  /** The used and the reserved share; both and their sum are 0 to 1. */
  readonly usedShare: number;
  readonly reservedShare: number;
  readonly state: "fits" | "tight" | "tooMuch";
}

/** The meter warns from this share of the available tokens. */
const tightShare = 0.85;

export function readMeter(facts: ContextMeterFacts, draft: string): MeterReading {
  const { rate, fixed, contextLength, reserved = 0 } = facts;
  const scaled = (tokens: number): number => Math.round(tokens * rate);
  const parts = {
    instructions: scaled(fixed),
    history: scaled(facts.history),
    attachments: scaled(facts.attachments.reduce((sum, { tokens }) => sum + tokens, 0)),
    draft: scaled(estimateTokens(draft)),
  };
  const used = parts.instructions + parts.history + parts.attachments + parts.draft;
  return {
    ...parts,
    used,
    ...(contextLength !== undefined && { limit: limitOf(used, contextLength, reserved) }),
  };
}

function limitOf(used: number, contextLength: number, reserved: number): MeterLimit {
  const available = Math.max(1, contextLength - reserved);
  const usedShare = Math.min(1, used / contextLength);
  const tight = used > available * tightShare ? "tight" : "fits";
  return {
    contextLength,
    reserved,
    free: available - used,
    share: used / contextLength,
    usedShare,
    reservedShare: Math.min(1 - usedShare, reserved / contextLength),
    state: used > available ? "tooMuch" : tight,
  };
}

export function whatToDrop(
  { history, attachments, draft, limit }: MeterReading,
  facts: ContextMeterFacts,
): readonly ("history" | "attachments" | "draft")[] {
  if (limit?.state !== "tooMuch") {
    return [];
  }
  const parts = [
    { part: "history", tokens: facts.sentMessages > 2 ? history : 0 },
    { part: "attachments", tokens: attachments },
    { part: "draft", tokens: draft },
  ] as const;
  return parts
    .filter(({ tokens }) => tokens > 0)
    .toSorted((a, b) => b.tokens - a.tokens)
    .map(({ part }) => part);
}
