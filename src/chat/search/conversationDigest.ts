import type { ChatEvent } from "../../shared/conversation/conversation.ts";
import type { Cost } from "./conversationLibrary.ts";

const maxModels = 20;
/** The number of answers whose cost a later report can still correct. */
const maxOpenCosts = 8;

/** Built event by event, so that reading can resume. */
export interface ConversationDigest {
  readonly title?: string;
  readonly createdAt?: number;
  readonly updatedAt?: number;
  readonly messageCount: number;
  readonly models: readonly string[];
  readonly costs: Readonly<Record<string, number>>;
  /** A new report replaces an answer's earlier cost. */
  readonly openCosts: readonly AnswerCost[];
}

interface AnswerCost {
  readonly messageId: string;
  readonly currency: string;
  readonly amount: number;
}

export const emptyDigest: ConversationDigest = {
  messageCount: 0,
  models: [],
  costs: {},
  openCosts: [],
};

export function digestEvent(digest: ConversationDigest, event: ChatEvent): ConversationDigest {
  switch (event.kind) {
    case "titled":
      return { ...digest, title: event.title };
    case "userMessageAdded":
      return withMessage(digest, event.message.createdAt);
    case "answerStarted": {
      const { message } = event;
      const counted = withModel(withMessage(digest, message.createdAt), message.model);
      return message.usage ? withUsage(counted, message.id, message.usage) : counted;
    }
    case "answerResumed":
      return withModel(digest, event.model);
    case "usageReported":
      return withUsage(digest, event.messageId, event.usage);
    default:
      return digest;
  }
}

export function totalCost({ costs, openCosts }: ConversationDigest): Cost | undefined {
  const sums = new Map(Object.entries(costs));
  for (const { currency, amount } of openCosts) {
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  }
  const [first] = [...sums].toSorted(([, one], [, other]) => other - one);
  // Nine digits suffice; the rest are errors of binary fractions.
  return first && { currency: first[0], amount: Number(first[1].toFixed(9)) };
}

function withMessage(digest: ConversationDigest, at: number): ConversationDigest {
  return {
    ...digest,
    messageCount: digest.messageCount + 1,
    createdAt: digest.createdAt ?? at,
    updatedAt: Math.max(digest.updatedAt ?? at, at),
  };
}

function withModel(digest: ConversationDigest, model: string): ConversationDigest {
  const others = digest.models.filter((other) => other !== model);
  return { ...digest, models: [...others, model].slice(-maxModels) };
}

function withUsage(
  digest: ConversationDigest,
  messageId: string,
  usage: { readonly cost?: string | undefined; readonly currency?: string | undefined },
): ConversationDigest {
  const amount = Number(usage.cost);
  if (usage.cost === undefined || !Number.isFinite(amount)) {
    return digest;
  }
  const cost = { messageId, currency: usage.currency ?? "", amount };
  const open = [...digest.openCosts.filter((other) => other.messageId !== messageId), cost];
  const settled = open.length > maxOpenCosts ? open.shift() : undefined;
  const costs = settled
    ? {
        ...digest.costs,
        [settled.currency]: (digest.costs[settled.currency] ?? 0) + settled.amount,
      }
    : digest.costs;
  return { ...digest, costs, openCosts: open };
}
