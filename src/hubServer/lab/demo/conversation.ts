import type { Prompt, PromptMessage } from "../../models/prompt.ts";
import { plain } from "./words.ts";

export type Language = "en" | "pt";

export interface AttachedCode {
  readonly path: string;
  readonly languageId: string;
  readonly startLine: number;
  readonly text: string;
}

export interface DemoConversation {
  readonly question: string;
  readonly language: Language;
  readonly attached: readonly AttachedCode[];
  readonly isAboutAttached: boolean;
  readonly isFirstTurn: boolean;
}

const maxAttached = 50;
const maxQuestion = 20_000;

/** The extension writes attachments as fences with `path=` and `lines=`. */
export function readConversation({ messages }: Prompt): DemoConversation {
  const users = messages
    .filter(({ role }) => role === "user")
    .map(({ text }) => splitMessage(text));
  const last = users.at(-1) ?? { question: "", attached: [] };
  const attached = new Map<string, AttachedCode>();
  for (const code of users.flatMap((user) => user.attached)) {
    const place = `${code.path}:${code.startLine}:${code.path === "" ? code.text : ""}`;
    attached.delete(place);
    attached.set(place, code);
  }
  return {
    question: last.question,
    language: languageOf(users.map(({ question }) => question).toReversed()),
    attached: [...attached.values()].slice(-maxAttached),
    isAboutAttached: last.attached.length > 0,
    isFirstTurn: !messages.some(isAnswer),
  };
}

function isAnswer({ role, text }: PromptMessage): boolean {
  return role === "assistant" && text !== "";
}

interface SplitMessage {
  readonly question: string;
  readonly attached: readonly AttachedCode[];
}

/** CommonMark 4.5: a fence ends at an equally long fence line, or at the end. */
function splitMessage(text: string): SplitMessage {
  const attached: AttachedCode[] = [];
  const rest: string[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const [, fence, info = ""] = /^(`{3,})([^`]*)$/u.exec(line.trimEnd()) ?? [];
    if (fence === undefined) {
      rest.push(line);
    } else {
      let end = at + 1;
      while (end < lines.length && !isClosing(lines[end] ?? "", fence)) {
        end += 1;
      }
      attached.push(codeOf(info, lines.slice(at + 1, end)));
      at = end;
    }
  }
  return { question: rest.join("\n").trim().slice(0, maxQuestion), attached };
}

function isClosing(line: string, fence: string): boolean {
  return /^`{3,}$/u.test(line.trimEnd()) && line.trimEnd().length >= fence.length;
}

function codeOf(info: string, lines: readonly string[]): AttachedCode {
  const [languageId = ""] = info.split(/\s/u);
  const path = /(?:^|\s)path=(\S+)/u.exec(info)?.[1] ?? "";
  const startLine = Number(/(?:^|\s)lines=(\d{1,9})/u.exec(info)?.[1] ?? 1);
  return { path: decoded(path), languageId, startLine, text: lines.join("\n") };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // The path has a percent sign that is not an escape.
    return path;
  }
}

const telling: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:the|is|are|what|how|why|where|which|does|do|can|you|and|this|that|of|to|with|show|explain|hello|hi|my|i|please|there|it|use|list|find|write|change|set|get)\b/gu,
  pt: /\b(?:o|os|as|um|uma|que|como|qual|quais|onde|por|para|pra|com|voce|esta|este|isso|isto|de|do|da|dos|das|em|no|na|nao|faz|fazer|ola|oi|bom|dia|boa|tarde|noite|meu|minha|explique|explica|mostre|mostra|quero|posso|pode|obrigad[oa]|altere|mude|liste|busque|quantos|quantas|existe|tem|serve|usar|uso|deu|erro|agora|ao|se|ou|ja|meus|minhas|seus|suas|dados|ficam)\b/gu,
};

/** A Portuguese letter counts as two words. */
function languageOf(questions: readonly string[]): Language {
  for (const question of questions) {
    const text = plain(question).slice(0, 5_000);
    const accents = question.match(/[ãõçáéíóúâêôà]/giu)?.length ?? 0;
    const portuguese = (text.match(telling.pt)?.length ?? 0) + 2 * accents;
    const english = text.match(telling.en)?.length ?? 0;
    if (portuguese !== english) {
      return portuguese > english ? "pt" : "en";
    }
  }
  return "en";
}
