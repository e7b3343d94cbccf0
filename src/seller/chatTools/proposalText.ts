import type { WriteProposal } from "../../shared/conversation/tool.ts";
import { visibleText } from "../../shared/text/visibleText.ts";
import type { Bilingual } from "../contract/fields.ts";

/** Contains all fields of the card in the same order, for clients that show only text. */
export function proposalText(proposal: WriteProposal, language: keyof Bilingual): string {
  const { environment, title, method, url, fields, warnings, acknowledgement } = proposal;
  const lines = fields.map(({ name, label, before, after }) => {
    const old = before === undefined ? "–" : visibleText(before);
    const next = after === undefined ? words.notSent[language] : visibleText(after);
    return `${label[language]} (${visibleText(name)}): ${old} → ${next}`;
  });
  return [
    `${visibleText(environment.name)} (${words[environment.isProduction ? "production" : "sandbox"][language]}): ${title[language]}`,
    `${method} ${visibleText(url)}`,
    ...lines,
    ...[...warnings, ...(acknowledgement ? [acknowledgement] : [])].map(
      (warning) => `⚠ ${visibleText(warning[language])}`,
    ),
  ].join("\n");
}

const words = {
  production: { en: "PRODUCTION", ptBr: "PRODUÇÃO" },
  sandbox: { en: "sandbox", ptBr: "sandbox" },
  notSent: { en: "not sent", ptBr: "não é enviado" },
} as const satisfies Readonly<Record<string, Bilingual>>;
