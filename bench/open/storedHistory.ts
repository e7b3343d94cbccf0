import { ConversationFiles } from "../../src/extension/storage/conversationFiles.ts";
import type { ChatEvent } from "../../src/shared/conversation/conversation.ts";
import { begun } from "../exchange.ts";
import { mixedText } from "../renderer/corpus.ts";

const KB = 1024;
/** Text of a line in the file: what a model streams in the half second after which the host writes. */
const storedUnits = 400;
const firstDay = Date.UTC(2026, 0, 1);

export interface Stored {
  readonly id: string;
  readonly title: string;
  readonly answers: number;
  readonly answerLength: number;
}

/** Three conversations of 2 MB and a short one. */
export const openedConversations: readonly Stored[] = [
  { id: "short", title: "Short", answers: 1, answerLength: 100 },
  { id: "long-5", title: "Answers of 5 KB", answers: 400, answerLength: 5 * KB },
  { id: "long-20", title: "Answers of 20 KB", answers: 100, answerLength: 20 * KB },
  { id: "long-100", title: "Answers of 100 KB", answers: 20, answerLength: 100 * KB },
];

/** What a used profile has beside them; older, so that the list begins with the others. */
const olderConversations: readonly Stored[] = Array.from({ length: 300 }, (_, index) => ({
  id: `older-${index}`,
  title: `Older ${index}`,
  answers: 3,
  answerLength: 2 * KB,
}));

/** Writes a history into the folder of an editor's conversations, as the host does. */
export async function storeHistory(folder: string): Promise<void> {
  const files = new ConversationFiles(folder);
  for (const [day, stored] of [...olderConversations, ...openedConversations].entries()) {
    await files.append(stored.id, [...eventsOf(stored, firstDay + day * 86_400_000)]);
  }
}

/** The last words of a conversation, by which a page shows that it is drawn to its end. */
function lastWords({ title }: Pick<Stored, "title">): string {
  return `The last words of ${title}`;
}

function* eventsOf(stored: Stored, createdAt: number): Generator<ChatEvent> {
  const { id, answers, answerLength } = stored;
  const text = mixedText(answerLength);
  yield { kind: "titled", title: stored.title };
  for (let turn = 0; turn < answers; turn += 1) {
    const [questionId, messageId] = [`${id}-q${turn}`, `${id}-a${turn}`];
    const parentId = turn === 0 ? null : `${id}-a${turn - 1}`;
    const question = `Question ${turn}`;
    yield* begun({ questionId, messageId, parentId, createdAt, question, model: "hub-demo" });
    const isLast = turn === answers - 1;
    yield* deltasOf(messageId, isLast ? `${text}\n\n${lastWords(stored)}.\n` : text);
    yield { kind: "answerEnded", messageId, state: "complete" };
  }
}

function* deltasOf(messageId: string, text: string): Generator<ChatEvent> {
  for (let at = 0; at < text.length; at += storedUnits) {
    yield { kind: "partDelta", messageId, part: "text", text: text.slice(at, at + storedUnits) };
  }
}
