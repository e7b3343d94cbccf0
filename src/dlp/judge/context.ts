import type { DlpKind } from "../../shared/guarded/sensitiveKinds.ts";

export type Subject = Exclude<DlpKind, "email" | "secret">;

export interface Context {
  readonly isNamed: boolean;
  /** True if a word of the kind is within 40 characters, and the number's own name does not contradict it. */
  readonly isLikely: boolean;
  readonly isOther: boolean;
  readonly distance: number;
}

export const contextLength = 40;

const names: Readonly<Record<Subject, RegExp>> = {
  cpf: /cpf|cadastro de pessoas? fisica/gu,
  cnpj: /cnpj|cadastro nacional da pessoa|cgc(?![a-z])/gu,
  card: /cartao|cartoes|card(?!inal|io|apio)|credit|debito|(?<![a-z])(?:visa|master|mastercard|amex|elo|hipercard|diners|pan|cc|cvv)(?![a-z])/gu,
  pix: /(?<![a-z])pix(?![a-z])|chave aleatoria|random key/gu,
  phone:
    /telefone|celular|whats|(?<![a-z])(?:tel|tels|fone|fones|cel|zap|wpp|ddd|fax|sms|movel|ramal|msisdn)(?![a-z])|phone|mobile|contato/gu,
};

/** Verbs that name a kind only before a number ("I would call it"). */
const verbs: Partial<Readonly<Record<Subject, RegExp>>> = {
  phone: /(?<![a-z])(?:call|ligar|ligue|liga)(?![a-z])/gu,
};

/** Words for a person or company; a contrary name outweighs them. */
const hints: Readonly<Record<Subject, RegExp>> = {
  cpf: /documento|(?<![a-z])(?:doc|nif|rg|ssn)(?![a-z])|cliente|contribuinte|titular|pessoa fisica|tax.?(?:payer|id|number)|national id|beneficiari|pagador|segurad|paciente|customer/gu,
  cnpj: /documento|(?<![a-z])(?:doc|nif)(?![a-z])|cliente|contribuinte|empresa|fornecedor|razao social|pessoa juridica|tax.?(?:payer|id|number)|emitente|supplier|vendor|company|customer/gu,
  card: /credito|pagamento|payment|(?<![a-z])(?:validade|expir|bandeira)/gu,
  pix: /(?<![a-z])pix(?![a-z])/gu,
  phone: /contact|(?<![a-z])(?:recado|disque)(?![a-z])/gu,
};

/** Names of other values with as many digits. */
const others =
  /(?:^|[^a-z])(?:ids?|at|ts|time|timestamp|date|created|updated|modified|epoch|order|pedidos?|protocolo|ticket|chamado|nsu|ean|gtin|upc|barcode|sku|imei|boleto|nota|nf|nfe|chave|cep|ncm|processo|rastreio|rastreamento|tracking|serial|lote|batch|conta|agencia|account|version|versao|build|port|offset|size|length|bytes|seed|hash|sha|sequence|seq|invoice|fatura|remessa|codigo|code|transaction|transacao|txn|trace|span|request|session|uid|isbn|counter|count|total|valor|amount|price|preco|ms|ns|us)$/u;
/** Suffixes of times and references (`phone_verified_at`). */
const derived = /(?:^|[^a-z])(?:at|ts|time|timestamp|date|epoch|hash|count|total)$/u;
const referenced = /(?:^|[^a-z])ids?$/u;

const fillers =
  "no nr num numero number n o a de do da dos e eh is the my meu minha sob com para to of it foi era value valor br".split(
    " ",
  );

const noContext: Context = {
  isNamed: false,
  isLikely: false,
  isOther: false,
  distance: Number.POSITIVE_INFINITY,
};

export interface WordsAround {
  readonly before: string;
  readonly after: string;
  readonly label: string;
}

export function wordsAround(text: string, start: number, end: number): WordsAround {
  const before = plainWords(wholeWords(text, Math.max(0, start - contextLength), start));
  const after = plainWords(text.slice(end, end + contextLength));
  return { before, after, label: labelOf(before) };
}

export function contextIn({ before, after, label }: WordsAround, kind: Subject): Context {
  if (before === "" && after === "") {
    return noContext;
  }
  const distance = distanceOf(before, kind);
  const isNamed = distance < Infinity && namesIt(label, kind) && !isDerived(label, kind);
  const isOther = !isNamed && others.test(label);
  const isLikely = isNamed || (!isOther && (distance < Infinity || says(after, kind)));
  return { isNamed, isLikely, isOther, distance };
}

export function contextOfColumn(name: string, kind: Subject): Context {
  const text = `${name}: `;
  return contextIn(wordsAround(text, text.length, text.length), kind);
}

export function isGluedName(letters: string): boolean {
  return /(?:^|[^a-z])(?:cpf|cnpj|tel|telefone|fone|phone|cel|celular|whatsapp|zap|cartao|card)_?$/u.test(
    plainWords(letters),
  );
}

/** Drops a word cut at the start: "Castel" does not contain "tel". */
function wholeWords(text: string, start: number, end: number): string {
  const piece = text.slice(start, end);
  return /\p{L}/u.test(text.charAt(start - 1)) ? piece.replace(/^\p{L}{1,20}/u, "") : piece;
}

function namesIt(label: string, kind: Subject): boolean {
  const verb = verbs[kind];
  return isIn(label, names[kind]) || (verb !== undefined && isIn(label, verb));
}

function says(words: string, kind: Subject): boolean {
  return isIn(words, names[kind]) || isIn(words, hints[kind]);
}

function isIn(words: string, pattern: RegExp): boolean {
  return words.search(pattern) >= 0;
}

function plainWords(text: string): string {
  if (!/[a-z]/iu.test(text)) {
    return "";
  }
  const bare = /[^\0-\u007F]/u.test(text) ? text.normalize("NFD").replaceAll(/\p{M}/gu, "") : text;
  return bare.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, "_").toLowerCase();
}

function labelOf(before: string): string {
  const separated = before.replace(/[^a-z0-9_]+$/u, "");
  if (before.length - separated.length > 8 || /[,;\n}]/u.test(before.slice(separated.length))) {
    return "";
  }
  const words = separated.split(/[^a-z0-9_.-]+/u);
  while (words.length > 0 && fillers.includes(words.at(-1) ?? "")) {
    words.pop();
  }
  return words.at(-1) ?? "";
}

function isDerived(label: string, kind: Subject): boolean {
  return derived.test(label) || ((kind === "phone" || kind === "pix") && referenced.test(label));
}

function distanceOf(before: string, kind: Subject): number {
  const verb = verbs[kind];
  const last = Math.max(
    lastMatch(before, names[kind]),
    lastMatch(before, hints[kind]),
    verb ? lastMatch(before, verb) : -1,
  );
  return last < 0 ? Number.POSITIVE_INFINITY : before.length - last;
}

function lastMatch(text: string, pattern: RegExp): number {
  let last = -1;
  for (const match of text.matchAll(pattern)) {
    last = match.index;
  }
  return last;
}
