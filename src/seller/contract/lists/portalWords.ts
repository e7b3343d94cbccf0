import { type Fields, isRecord } from "../../../shared/base/json.ts";

/** A sentence of the portal: hostile text, bounded and on one line. Show it as plain text only. */
export interface PortalWord {
  readonly field?: string;
  readonly text: string;
}

const maxWords = 50;
const maxText = 2_000;
const maxDepth = 6;

const statusTextNames = [
  "statusmessage",
  "responsemessage",
  "returnmessage",
  "mensagemretorno",
  "msgretorno",
  "descricaostatus",
  "cdesstatus",
] as const;

const textNames = [
  "mensagem",
  "message",
  "defaultmessage",
  "errormessage",
  "mensagemerro",
  "descricaoerro",
  "errordescription",
  "usermessage",
  ...statusTextNames,
  "faultstring",
  "msg",
  "erro",
  "error",
  "detail",
  "detalhe",
  "detalhes",
  "reason",
  "motivo",
  "description",
  "descricao",
  "title",
  "titulo",
  "retorno",
  "texto",
  "text",
] as const;

const fieldNames = [
  "campo",
  "field",
  "fieldname",
  "nomecampo",
  "property",
  "propertypath",
  "propriedade",
  "pointer",
  "parametro",
  "param",
  "element",
  "path",
  "name",
] as const;

/** Fields that hold sentences: in a list, an object, or an object with an entry for each field. */
const containerNames: ReadonlySet<string> = new Set([
  "erros",
  "errors",
  "erro",
  "error",
  "mensagens",
  "mensagem",
  "messages",
  "message",
  "violations",
  "violacoes",
  "fielderrors",
  "errorslist",
  "listaerros",
  "errormessages",
  "validationerrors",
  "usererrors",
  "inconsistencias",
  "criticas",
  "validacoes",
  "problemas",
  "invalidparams",
  "fields",
  "campos",
  "details",
  "detalhes",
  "causes",
  "cause",
  "source",
  "fault",
  "retorno",
  "retornos",
  "resultado",
  "result",
  "registros",
  "registro",
  "response",
  "data",
  "dados",
  "extra",
]);

/**
 * Finds sentences in a body of any shape: flat, nested, in lists, or problem+json. At most 6 levels and 50 sentences of
 * 2,000 characters.
 */
export function portalWords(body: unknown): readonly PortalWord[] {
  const words: PortalWord[] = [];
  collect(body, { words, field: undefined, depth: 0 });
  const seen = new Set<string>();
  return words.filter(({ field, text }) => {
    const key = JSON.stringify([field, text]);
    return !seen.has(key) && seen.add(key);
  });
}

export function wordsText(words: readonly PortalWord[]): string {
  return words
    .map(({ field, text }) => (field === undefined ? text : `${field}: ${text}`))
    .join(" · ");
}

/** Cached names, because portals repeat them. Names come from outside, so the cache is bounded. */
const foldedNames = new Map<string, string>();

/** Ignores case, accents and separators: `mensagem_erro` and `mensagemErro` are equal. */
export function foldedName(name: string): string {
  const known = foldedNames.get(name);
  if (known !== undefined) {
    return known;
  }
  const plain = name
    .normalize("NFD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
  if (foldedNames.size < 2_000 && name.length <= 200) {
    foldedNames.set(name, plain);
  }
  return plain;
}

/** Bounded and without control characters; undefined if nothing is left. */
export function oneLine(text: string, limit = maxText): string | undefined {
  const line = text
    .slice(0, limit * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return line === "" ? undefined : line.slice(0, limit);
}

interface Collecting {
  readonly words: PortalWord[];
  readonly field: string | undefined;
  readonly depth: number;
}

function collect(value: unknown, { words, field, depth }: Collecting): void {
  if (words.length >= maxWords || depth > maxDepth) {
    return;
  }
  if (typeof value === "string") {
    const text = oneLine(value);
    if (text !== undefined) {
      words.push({ ...(field !== undefined && { field }), text });
    }
  } else if (Array.isArray(value)) {
    for (const entry of value.slice(0, maxWords)) {
      collect(entry, { words, field, depth: depth + 1 });
    }
  } else if (isRecord(value)) {
    collectFields(value, { words, field, depth });
  }
}

function collectFields(value: Fields, { words, field, depth }: Collecting): void {
  const named = new Map(
    Object.entries(value)
      .slice(0, 200)
      .map(([name, inner]) => [foldedName(name), inner]),
  );
  const own = fieldNames.map((name) => named.get(name)).find((name) => typeof name === "string");
  const about = depth > 0 && own !== undefined ? (oneLine(own, 100) ?? field) : field;
  const sentence = textNames
    .map((name) => named.get(name))
    .find((text) => typeof text === "string" && text.trim() !== "");
  collect(sentence, { words, field: about, depth: depth + 1 });
  let hasContainer = false;
  for (const [name, inner] of named) {
    const holds = containerNames.has(name) || holdsErrors(inner);
    if (holds && typeof inner === "object" && inner !== null) {
      hasContainer = true;
      collect(inner, { words, field: about, depth: depth + 1 });
    }
  }
  if (sentence === undefined && !hasContainer && depth > 0) {
    collectByField(value, { words, field: about, depth: depth + 1 });
  }
}

/** True for errors under an unknown name: `{"productUpdate": {"userErrors": […]}}`. */
function holdsErrors(value: unknown): boolean {
  return (
    isRecord(value) &&
    Object.keys(value)
      .slice(0, 50)
      .some((name) => /(?:erros|errors)$/u.test(foldedName(name)))
  );
}

/** Collects sentences by field: in `{"preco": ["must be positive"]}` the names are the fields. */
function collectByField(value: Fields, { words, field, depth }: Collecting): void {
  for (const [name, inner] of Object.entries(value).slice(0, maxWords)) {
    const isText = Array.isArray(inner) && inner.every((text) => typeof text === "string");
    if (isText || (typeof inner === "string" && /\s/u.test(inner.trim()))) {
      collect(inner, { words, field: oneLine(name, 100) ?? field, depth });
    }
  }
}
