import type { Attachment } from "../../context/attachment.ts";
import { shownValue } from "../../dlp/mask/shownValue.ts";
import type { SentMark, SentValues } from "../../shared/calls/protectionCalls.ts";
import type { Conversation } from "../../shared/conversation/conversation.ts";
import type { LeftValues } from "../../shared/guarded/leftValues.ts";
import type { Decisions } from "./decisions.ts";
import { attachmentSources, questionSource, valuesIn } from "./sensitiveReport.ts";
import type { TextScanner } from "./textScanner.ts";

export interface SentDeps {
  readonly scanner: TextScanner;
  readonly decisions: Decisions;
  readonly attachment: (id: string) => Attachment | undefined;
}

const maxMarks = 1_000;

const nothing: SentValues = { marks: [], masked: 0, clear: 0, attached: 0 };

/** Values that were sent, by the records of the answers below; empty without a record. */
export async function sentValues(
  conversation: Conversation,
  messageId: string,
  { scanner, decisions, attachment }: SentDeps,
): Promise<SentValues> {
  const message = conversation.messages.find(({ id }) => id === messageId);
  const howLeft = howLeftBelow(conversation, messageId);
  if (message?.role !== "user" || !howLeft) {
    return nothing;
  }
  const own = questionSource(conversation, message, scanner);
  const along = message.attachments.flatMap(({ id }) => attachment(id) ?? []);
  const attached = attachmentSources(along, scanner);
  const ids = await decisions.idsOf(valuesIn([own, ...attached]));
  const marks = own.findings.flatMap((finding): readonly SentMark[] => {
    const { kind, secret, start, end } = finding;
    const value = own.text.slice(start, end);
    const outcome = howLeft(ids.get(value) ?? "");
    return outcome
      ? [
          {
            kind,
            ...(secret && { secret }),
            start,
            end,
            shown: shownValue(kind, value),
            ...outcome,
          },
        ]
      : [];
  });
  const counts = { masked: 0, clear: 0, attached: 0 };
  const ownIds = new Set([...valuesIn([own])].map((value) => ids.get(value)));
  for (const id of new Set(ids.values())) {
    const how = howLeft(id)?.how;
    if (how) {
      counts[how === "clear" ? "clear" : "masked"] += 1;
      counts.attached += ownIds.has(id) ? 0 : 1;
    }
  }
  return { marks: marks.slice(0, maxMarks), ...counts };
}

type Outcome = Pick<SentMark, "how" | "as">;

type HowLeft = (id: string) => Outcome | undefined;

/** How the values of a message were sent, in any branch. A value that was sent unmasked once counts as sent. */
function howLeftBelow({ messages }: Conversation, messageId: string): HowLeft | undefined {
  const below = new Set([messageId]);
  const outcomes = new Map<string, Outcome>();
  const records: LeftValues[] = [];
  for (const message of messages) {
    if (message.parentId !== null && below.has(message.parentId)) {
      below.add(message.id);
      if (message.role === "assistant" && message.left) {
        records.push(message.left);
        note(message.left, outcomes);
      }
    }
  }
  if (records.some(({ isUnchecked }) => isUnchecked)) {
    return () => ({ how: "clear" });
  }
  const rest = (["clear", "masked"] as const).find((how) =>
    records.some((record) => record.rest === how),
  );
  return records.length === 0 ? undefined : (id) => outcomes.get(id) ?? (rest && { how: rest });
}

function note({ masked, clear }: LeftValues, outcomes: Map<string, Outcome>): void {
  for (const [id, as] of Object.entries(masked)) {
    if (outcomes.get(id)?.how !== "clear") {
      outcomes.set(id, as === "" ? { how: "removed" } : { how: "masked", as });
    }
  }
  for (const id of clear) {
    outcomes.set(id, { how: "clear" });
  }
}
