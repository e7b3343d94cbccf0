import type { Language } from "./conversation.ts";

export interface Phrases {
  readonly introduction: string;
  readonly reminder: string;
  readonly greeting: string;
  readonly abilities: string;
  readonly thanks: string;
  readonly nothingFound: string;
  readonly nothingAsked: string;
  readonly topics: string;
  readonly fromGuide: string;
  readonly seeAlso: string;
  readonly matchingLines: string;
  readonly lines: string;
  readonly line: string;
  readonly counts: (
    counts: Readonly<Record<"all" | "code" | "comment" | "blank", number>>,
  ) => string;
  readonly symbol: string;
  readonly kind: string;
  readonly symbols: string;
  readonly imports: string;
  readonly longest: (name: string, length: number) => string;
  readonly notes: string;
  readonly noNotes: string;
  readonly more: (count: number) => string;
  readonly byItsLines: string;
  readonly kinds: Readonly<Record<string, string>>;
  readonly toolAnswered: string;
  readonly toolMissing: (tool: string, fields: string) => string;
  readonly field: string;
  readonly value: string;
  readonly unnamed: string;
}

export const phrases: Readonly<Record<Language, Phrases>> = {
  en: {
    introduction:
      "*I am hub-demo: a built-in demonstration, not a language model. I answer by rules, from this product's documentation and from what you attach.*",
    reminder: "*hub-demo, a demonstration that answers by rules:*",
    greeting: "Hello! You can try the chat with me: ask about AI Hub, or attach some code.",
    abilities: `## What I can do

- **Answer about AI Hub** from its documentation: the token, models, context, errors, the local hub.
- **Describe code** that you attach: its symbols, imports, longest function and TODO notes, with their lines.
- **Find places** in what you attached that have the words of your question.
- **Call tools**, when the request offers some that match your words.

I do not reason, write programs or know the world. For that, connect a hub with real models, or start an Ollama on this machine.`,
    thanks: "You are welcome.",
    nothingFound:
      "I found nothing about that, neither in the documentation nor in what is attached. I answer by rules and do not know more than these; a hub with real models would.",
    nothingAsked: "There is no question in the message. Ask about AI Hub, or attach some code.",
    topics: "I can tell about",
    fromGuide: "from the AI Hub documentation",
    seeAlso: "See also",
    matchingLines: "Where the words of your question occur",
    lines: "lines",
    line: "line",
    counts: ({ all, code, comment, blank }) =>
      `${all} lines: ${code} of code, ${comment} of comments, ${blank} blank`,
    symbol: "Symbol",
    kind: "Kind",
    symbols: "Symbols",
    imports: "Imports",
    longest: (name, length) => `The longest function is \`${name}\`, with ${length} lines:`,
    notes: "Notes to do",
    noNotes: "There is no TODO or FIXME in it.",
    more: (count) => `… and ${count} more`,
    byItsLines:
      "This is what the lines of the code show; what it does at run time is beyond my rules.",
    kinds: {},
    toolAnswered: "The tool answered:",
    toolMissing: (tool, fields) =>
      `The tool \`${tool}\` fits your question, but I cannot find its ${fields} in it. Please say them.`,
    field: "Field",
    value: "Value",
    unnamed: "attached code",
  },
  pt: {
    introduction:
      "*Sou o hub-demo: uma demonstração embutida, não um modelo de linguagem. Respondo por regras, com base na documentação deste produto e no que você anexa.*",
    reminder: "*hub-demo, uma demonstração que responde por regras:*",
    greeting:
      "Olá! Você pode experimentar o chat comigo: pergunte sobre o AI Hub ou anexe um código.",
    abilities: `## O que eu sei fazer

- **Responder sobre o AI Hub** com base na documentação: token, modelos, contexto, erros, hub local.
- **Descrever código** que você anexa: símbolos, imports, a função mais longa e notas TODO, com as linhas.
- **Achar trechos** do que você anexou com as palavras da sua pergunta.
- **Chamar ferramentas**, quando a requisição oferece alguma que combina com as suas palavras.

Não raciocino, não escrevo programas e não conheço o mundo. Para isso, conecte um hub com modelos de verdade, ou inicie um Ollama nesta máquina.`,
    thanks: "De nada.",
    nothingFound:
      "Não encontrei nada sobre isso, nem na documentação nem no que está anexado. Respondo por regras e não sei mais do que isso; um hub com modelos de verdade saberia.",
    nothingAsked: "Não há pergunta na mensagem. Pergunte sobre o AI Hub ou anexe um código.",
    topics: "Posso falar sobre",
    fromGuide: "da documentação do AI Hub",
    seeAlso: "Veja também",
    matchingLines: "Onde aparecem as palavras da sua pergunta",
    lines: "linhas",
    line: "linha",
    counts: ({ all, code, comment, blank }) =>
      `${all} linhas: ${code} de código, ${comment} de comentários, ${blank} em branco`,
    symbol: "Símbolo",
    kind: "Tipo",
    symbols: "Símbolos",
    imports: "Imports",
    longest: (name, length) => `A função mais longa é \`${name}\`, com ${length} linhas:`,
    notes: "Notas pendentes",
    noNotes: "Não há TODO nem FIXME nele.",
    more: (count) => `… e mais ${count}`,
    byItsLines:
      "É o que as linhas do código mostram; o que ele faz em execução está além das minhas regras.",
    kinds: {
      class: "classe",
      interface: "interface",
      type: "tipo",
      enum: "enumeração",
      function: "função",
      method: "método",
      constant: "constante",
      heading: "título",
      rule: "regra",
      definition: "definição",
    },
    toolAnswered: "A ferramenta respondeu:",
    toolMissing: (tool, fields) =>
      `A ferramenta \`${tool}\` combina com o seu pedido, mas não acho nele: ${fields}. Informe, por favor.`,
    field: "Campo",
    value: "Valor",
    unnamed: "código anexado",
  },
};
