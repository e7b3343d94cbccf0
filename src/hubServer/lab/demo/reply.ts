import type { Prompt } from "../../models/prompt.ts";
import { agentStep } from "./agentTasks.ts";
import { type DemoConversation, readConversation } from "./conversation.ts";
import { describeCode, excerpt, titleOf } from "./describeCode.ts";
import { guideEn } from "./guide/en.ts";
import { guidePtBr } from "./guide/ptBr.ts";
import type { GuideSection } from "./guide/section.ts";
import { overlaps, passagesOf } from "./passages.ts";
import { type Phrases, phrases } from "./phrases.ts";
import { rank } from "./ranking.ts";
import { chooseTool } from "./toolChoice.ts";
import { describeToolResult } from "./toolResult.ts";
import { plain, termsOf } from "./words.ts";

export type Reply =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "toolCall";
      readonly name: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

export function replyTo(request: Prompt): Reply {
  const continued = continuation(request);
  if (continued !== undefined) {
    return { kind: "text", text: continued };
  }
  const step = agentStep(request);
  if (step) {
    return step;
  }
  const conversation = readConversation(request);
  const words = phrases[conversation.language];
  const preface = conversation.isFirstTurn ? words.introduction : words.reminder;
  const last = request.messages.at(-1);
  if (last?.role === "tool") {
    return text(preface, describeToolResult(last.text, words));
  }
  const choice = request.mayCallTools
    ? chooseTool(conversation.question, request.tools, request.toolChoice)
    : undefined;
  if (choice?.kind === "call") {
    return { kind: "toolCall", name: choice.name, fields: choice.fields };
  }
  if (choice?.kind === "incomplete") {
    const missing = choice.missing.map((name) => `\`${name}\``).join(", ");
    return text(preface, words.toolMissing(choice.name, missing));
  }
  return text(preface, answerTo(conversation, words));
}

function text(...blocks: readonly string[]): Reply {
  return { kind: "text", text: blocks.filter((block) => block !== "").join("\n\n") };
}

function continuation(request: Prompt): string | undefined {
  const { messages } = request;
  const [answer, last] = messages.slice(-2);
  if (answer?.role !== "assistant" || last?.role !== "user" || !asksToGoOn(last.text)) {
    return undefined;
  }
  const again = replyTo({ ...request, messages: messages.slice(0, -2), tools: [] });
  const isSame = again.kind === "text" && again.text.startsWith(answer.text);
  return isSame ? again.text.slice(answer.text.length) : undefined;
}

function asksToGoOn(question: string): boolean {
  return /^\s*(?:your last answer was cut off|continue\b|go on\b|continu[ae]\b)/iu.test(question);
}

function answerTo(conversation: DemoConversation, words: Phrases): string {
  const { question, attached, isAboutAttached, language } = conversation;
  const simple = simpleAnswer(question, words);
  if (simple !== undefined && !isAboutAttached) {
    return simple;
  }
  const guide = language === "pt" ? guidePtBr : guideEn;
  if (isAboutAttached || (attached.length > 0 && asksAboutCode(question))) {
    return answerFromCode(conversation, words);
  }
  const found = relevantSections(question, guide);
  if (found.length > 0) {
    return answerFromGuide(found, words);
  }
  return attached.length > 0 ? answerFromCode(conversation, words) : helpless(guide, words);
}

function simpleAnswer(question: string, words: Phrases): string | undefined {
  const asked = plain(question)
    .replaceAll(/[^\w\s]/gu, " ")
    .trim();
  if (asked === "") {
    return words.nothingAsked;
  }
  if (
    /^(?:help|ajuda)$|\b(?:what (?:can|do) you do|who (?:are|made) you|what are you|(?:what|which) model are you|qual modelo (?:voce|vc)|how can you help|o que (?:voce|vc) (?:faz|sabe|pode)|quem e voce|como (?:voce )?pode(?:s)? (?:me )?ajudar|o que voce e)\b/u.test(
      asked,
    )
  ) {
    return words.abilities;
  }
  if (
    /^(?:hi|hello|hey|ola|oi|opa|bom dia|boa tarde|boa noite|good (?:morning|afternoon|evening)|e ai)(?:\s+\w+){0,2}$/u.test(
      asked,
    )
  ) {
    return `${words.greeting}\n\n${words.abilities}`;
  }
  return /^(?:thanks|thank you|obrigad[oa]|valeu|thx)\b.{0,20}$/u.test(asked)
    ? words.thanks
    : undefined;
}

function asksAboutCode(question: string): boolean {
  return /\b(?:explain|explique|explica|describe|descreva|structure|estrutura|summar\w+|resum\w+|functions?|func(?:ao|oes)|methods?|metodos?|class(?:e|es)?|todos?|fixme|imports?|code|codigo|file|arquivo|symbols?|simbolos?|longest|longa|review|revise)\b/u.test(
    plain(question),
  );
}

/** The sections that fit. A single common word counts only in a title or as the whole question. */
function relevantSections(
  question: string,
  guide: readonly GuideSection[],
): readonly GuideSection[] {
  const asked = new Set(termsOf(question));
  const ranked = rank(
    question,
    guide,
    ({ title, askedAs, text: body }) => `${title} ${title} ${askedAs} ${body}`,
  );
  const sameTitle = guide.find(({ title }) => isTitle(title, asked));
  if (sameTitle) {
    return [sameTitle];
  }
  const [best] = ranked;
  if (!best) {
    return [];
  }
  const titleTerms = new Set(termsOf(best.item.title));
  const isSubject = [...asked].filter((term) => titleTerms.has(term)).length >= asked.size / 2;
  const isGood = best.score > 2 && best.matchedTerms >= Math.min(2, asked.size / 2);
  return isSubject || isGood
    ? ranked.filter(({ score }) => score > best.score * 0.6).map(({ item }) => item)
    : [];
}

function isTitle(title: string, asked: ReadonlySet<string>): boolean {
  const terms = termsOf(title);
  return asked.size > 0 && [...asked].every((term) => terms.includes(term));
}

function answerFromGuide([best, ...others]: readonly GuideSection[], words: Phrases): string {
  const also = others.slice(0, 3).map(({ title }) => `*${title}*`);
  return [
    best ? `## ${best.title}\n\n${best.text}` : "",
    also.length > 0 ? `${words.seeAlso}: ${also.join(", ")} (${words.fromGuide}).` : "",
  ]
    .filter((block) => block !== "")
    .join("\n\n");
}

function answerFromCode({ question, attached }: DemoConversation, words: Phrases): string {
  const isAboutStructure = asksAboutCode(question);
  // A question about structure contains words that rarely appear in the code.
  const minTerms = isAboutStructure ? 2 : 1;
  const [first, ...others] = rank(question, passagesOf(attached), ({ text: passage }) => passage)
    .filter(({ matchedTerms }) => matchedTerms >= minTerms)
    .map(({ item }) => item);
  const second = first && others.find((passage) => !overlaps(passage, first));
  const places = [first, second]
    .filter((passage) => passage !== undefined)
    .map(({ code, ...range }) => `${titleOf(code, range, words)}\n\n${excerpt(code, range)}`);
  return [
    ...(isAboutStructure || places.length === 0
      ? attached.slice(-3).map((code) => describeCode(code, words))
      : []),
    places.length > 0 ? `## ${words.matchingLines}\n\n${places.join("\n\n")}` : "",
    words.byItsLines,
  ]
    .filter((block) => block !== "")
    .join("\n\n");
}

function helpless(guide: readonly GuideSection[], words: Phrases): string {
  const topics = guide.map(({ title }) => `- ${title}`).join("\n");
  return `${words.nothingFound}\n\n**${words.topics}:**\n\n${topics}`;
}
