import { foldText } from "../../shared/text/foldText.ts";
import { fileKinds } from "../text/fileKinds.ts";
import { identifierWords, maxIdentifier } from "../text/identifier.ts";
import { stemOf } from "../text/stem.ts";
import { termHash, termSpaces } from "../text/termHash.ts";
import { englishOf } from "./glossary.ts";
import { shortFormsOf } from "./shortForms.ts";

const maxQuery = 2_000;
const maxWords = 31;
const maxTerms = 120;
const stemWeight = 0.5;
const glossaryWeight = 0.85;
const portugueseWeight = 0.5;
const shortWeight = 0.3;

export interface QueryTerm {
  readonly hash: number;
  readonly weight: number;
  readonly word: number;
}

export interface WantedSymbol {
  readonly name: string;
  readonly container: string | undefined;
}

export interface Query {
  readonly words: readonly string[];
  readonly terms: readonly QueryTerm[];
  readonly symbols: readonly WantedSymbol[];
  readonly isSymbol: boolean;
  readonly kinds: number;
  readonly paths: readonly string[];
}

const run = /[\p{L}\p{N}\p{M}_$]+/gu;
const symbolPattern =
  /^[#@]?([\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|->|#|\\)[~\p{L}_$][\p{L}\p{N}_$]*)*[?!]?)(?:\(\))?$/u;
const separator = /\.|::|->|#|\\/u;
const looksLikeCode = /[\p{Ll}\p{N}]\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]|::|->|\(\)$|^`.+`$/u;
const looksLikePath = /\/|^[\w-]+\.[a-z]{1,5}$/u;
const idleEnglish = new Set(
  "a an the is are was were be do does did we i you it its of to in on at by for from and or with that this these those there which what where who when why how can could should would will me my our your us as if so not no".split(
    " ",
  ),
);
const idlePortuguese = new Set(
  "o os um uma de da dos das em na nos nas por para pelo pela com e ou que qual quais onde como quando quem se ao aos sao ser esta este essa esse isso isto ha nao eu voce meu seu sua".split(
    " ",
  ),
);
const kindWords: readonly (readonly [words: RegExp, kind: number])[] = [
  [/^(?:tests?|testing|tested|specs?|fixtures?|mocks?|testes?|testar)$/u, fileKinds.test],
  [/^(?:examples?|samples?|demos?|exemplos?|amostras?)$/u, fileKinds.example],
  [
    /^(?:docs?|documentation|readme|changelog|tutorials?|documentacao|documentos?)$/u,
    fileKinds.doc,
  ],
  [/^(?:bench|benchmarks?)$/u, fileKinds.bench],
  [
    /^(?:translations?|translated|locales?|i18n|l10n|traducao|traducoes|idiomas?)$/u,
    fileKinds.translation,
  ],
  [
    /^(?:css|scss|less|html|svg|xml|json|ya?ml|toml|csv|stylesheets?|workflows?|manifests?|markdown)$/u,
    fileKinds.data,
  ],
];

export function parseQuery(source: string): Query {
  const text = source.slice(0, maxQuery);
  const written = [...new Set(text.match(run) ?? [])].filter(
    (word) => word.length > 1 && word.length <= maxIdentifier,
  );
  const telling = written.filter((word) => !isIdle(foldText(word)));
  const words = (telling.length > 0 ? telling : written).slice(0, maxWords);
  const symbols = symbolsOf(text);
  const folded = words.map(foldText);
  return {
    words,
    terms: termsOf(words, isPortuguese(text)),
    symbols,
    isSymbol: symbolPattern.test(text.trim()),
    kinds: kindWords.reduce(
      (kinds, [pattern, kind]) =>
        folded.some((word) => pattern.test(word)) ? kinds | kind : kinds,
      0,
    ),
    paths: text
      .split(/[\s"'`,;()]+/u)
      .filter((piece) => looksLikePath.test(piece))
      .map((piece) => foldText(piece).replace(/^\.?\//u, ""))
      .filter((piece) => piece.length > 2),
  };
}

function isIdle(word: string): boolean {
  return idleEnglish.has(word) || idlePortuguese.has(word);
}

/** A query of two or three words often has no article; then a word that is only Portuguese decides. */
function isPortuguese(text: string): boolean {
  return (text.match(run) ?? [])
    .map(foldText)
    .filter((word) => !idleEnglish.has(word))
    .some((word) => idlePortuguese.has(word) || englishOf(word, false).length > 0);
}

function termsOf(words: readonly string[], isTranslated: boolean): readonly QueryTerm[] {
  const terms = new Map<number, QueryTerm>();
  const add = (hash: number, weight: number, word: number): void => {
    if ((terms.get(hash)?.weight ?? 0) < weight && terms.size < maxTerms) {
      terms.set(hash, { hash, weight, word });
    }
  };
  const addWord = (text: string, weight: number, word: number): void => {
    add(termHash(text, termSpaces.word), weight, word);
  };
  for (const [index, word] of words.entries()) {
    const { whole, parts, stems } = identifierWords(word);
    const english = englishOf(whole ?? "", isTranslated);
    // Code has the English word; text with the Portuguese word is mostly prose.
    const own = isTranslated && english.length > 0 ? portugueseWeight : 1;
    for (const text of [...(whole === undefined ? [] : [whole]), ...parts]) {
      addWord(text, own, index);
    }
    for (const stem of stems) {
      add(termHash(stem, termSpaces.stem), own * stemWeight, index);
    }
    const others: readonly (readonly [readonly string[], number])[] = [
      [english, glossaryWeight],
      [shortFormsOf(whole ?? ""), shortWeight],
    ];
    for (const [texts, weight] of others) {
      for (const text of texts) {
        addWord(text, weight, index);
        add(termHash(stemOf(text), termSpaces.stem), weight * stemWeight, index);
      }
    }
  }
  return [...terms.values()];
}

function symbolsOf(text: string): readonly WantedSymbol[] {
  const whole = symbolPattern.exec(text.trim())?.[1];
  if (whole !== undefined) {
    return [symbolOf(whole)];
  }
  return text
    .split(/[\s,;"']+/u)
    .filter((piece) => looksLikeCode.test(piece))
    .slice(0, 8)
    .flatMap((piece) => {
      const name = symbolPattern.exec(piece.replaceAll(/^[`([{]+|[`)\]}.?:!]+$/gu, ""))?.[1];
      return name === undefined ? [] : [symbolOf(name)];
    });
}

function symbolOf(qualified: string): WantedSymbol {
  const names = qualified.split(separator);
  return { name: names.at(-1) ?? qualified, container: names.at(-2) };
}
