import type { FailureKind } from "../../shared/failures/failure.ts";
import { foldSentence } from "./errorObject.ts";

const maxText = 10_000;
const maxSentence = 600;
/** In characters, between subject and predicate. */
const maxDistance = 60;
const maxCredentialDistance = 20;

/** A sentence in English, Portuguese or Spanish that contains both parts. */
interface Meaning {
  readonly about: RegExp;
  readonly says: RegExp;
  readonly unless?: RegExp;
  readonly maxDistance?: number;
}

const namedCredential =
  /(?<![a-z_])(?:api[ -]?keys?|(?:access|virtual) (?:key|token)|credencia|credential|chave|clave|sess[ai]o|session)/u;
const model = /(?<![a-z])(?:models?|modelos?|deployment)\b/gu;
const rate =
  /rate.?limit|throttl|requests\b|requisic|solicit|peticion|(?:taxa|frecuencia)\b|hourly|(?:per|por|a)[ _-](?:second|segundo|min|hour|hora)/gu;
const exceeded =
  /excee?d|exced|reach|atingi|exhaust|esgot|agot|used (?:up|all)|r[au]n out|crossed|over\b|too low|insuficien|insufficient|not enough|acab(?:ou|ar)|ultrapass|super[ao]|alcanz|termin|nao (?:ha|possui|tem)\b|no (?:hay|tiene)\b/gu;

/** Kinds without an entry are recognised only by codes and statuses. */
const meanings: Partial<Readonly<Record<FailureKind, Meaning>>> = {
  budget_exhausted: {
    about:
      /budget|orcament|presupuest|spend|gastos?\b|(?<!\d )credit(?:o?s?)\b|balance\b|saldo|verba\b|funds\b|fondos\b|billing|(?:your|current|user|token)(?: \w+)? quota|cotas?\b|cuotas?\b|(?:usage|monthly|mensal|mensual|diario)(?: \w+)? (?:limit|cap)|limite mensal|tetos?\b|topes?\b|(?:r\$|[$€£]) ?\d/gu,
    says: exceeded,
    unless: new RegExp(`${rate.source}|thinking|reasoning|raciocinio|retry`, "u"),
  },
  dlp_request: {
    about:
      /(?<![a-z])(?:personal(?:ly identifiable)? (?:data|info)|sensitive (?:data|info)|pii\b|dlp\b|lgpd\b|dados? (?:pessoa|sensiv)|informac\w+ (?:pessoa|sensiv|personal|sensib)|datos (?:personal|sensib))/gu,
    says: /detect|block|contain|found|includ|reject|violat|bloque|contem|contien|encontr|recus|rechaz/gu,
  },
  content_filtered: {
    about:
      /content (?:management |safety )?(?:policy|filter)|responsible ai|moderation|flagged|filtro de conte|contenido|moderac/gu,
    says: /violat|block|filtered|reject|refus|flagged|bloque|recus|rechaz/gu,
  },
  context_too_long: {
    about: /contexto?\b|(?<![a-z])(?:prompt|inputs?|conversa|conversation)\b/gu,
    says: /exceed|exced|too long|maximum (?:context|prompt|input) length|tokens[^.]{0,40}must be <=|supera|ultrapass|longo demais|muito long|demasiado larg/gu,
    unless: /characters|caracteres|items|image|imagem|per minute/u,
  },
  model_not_found: {
    about: model,
    says: /^model: |(?:not|nao) (?:found|encontrad)|does(?: not|n't) exist|no existe|nao existe|unknown|desconhecid|desconocid|no such/gu,
  },
  policy_model: {
    about: model,
    says: /not (?:allowed|permitted|authorized|enabled)|(?:not|n't) have (?:access|permission)|can only access|nao (?:permitid|autorizad|liberad|tem permiss)|sem (?:acesso|permiss)|no esta (?:permitid|autorizad)/gu,
    unless: /(?:with|by|for) (?:(?:this|the) )?model/u,
  },
  auth_missing: {
    about:
      /(?<![a-z_])(?:api key|tokens?\b|credential|authorization|authentication|cabecalho|clave|chave)/gu,
    says: /missing|required|not (?:provided|supplied)|(?:did not|didn't) provide|(?<![a-z])no (?:api key|token|auth|credential)|provide an? |ausente|nao (?:informad|fornecid|enviad)|falta\b/gu,
    unless: /invalid|incorrect|wrong|expired/u,
  },
  auth_expired: {
    about: new RegExp(`${namedCredential.source}|(?<![a-z_])(?:token|key)\\b`, "gu"),
    says: /expired|expirad|expirou|vencid|caducad/gu,
    maxDistance: maxCredentialDistance,
  },
  auth_invalid: {
    about: new RegExp(
      `${namedCredential.source}|(?<![a-z_])token (?=(?:was |is |fue |foi )?(?:invalid|revoked|revocad|revogad|disabled))`,
      "gu",
    ),
    says: /invalid|incorrect|not valid|no es valid|revoked|revogad|revocad|disabled|desativad/gu,
    maxDistance: maxCredentialDistance,
  },
  rate_limited: {
    about:
      /rate.?limit|throttl|(?:many|muitas|demasiadas) (?:requests\b|requisic|solicit|peticion)|(?:taxa|frecuencia)\b|(?:per|por|a)[ _-](?:second|segundo|min|hour|hora)/gu,
    says: /exceed|excedid|too many|demasiad|muitas|reached|atingid/gu,
  },
  overloaded: {
    about: /overloaded|at capacity|high demand|unavailable|sobrecarreg|no disponible/gu,
    says: /overloaded|at capacity|high demand|temporarily|sobrecarreg|temporalmente/gu,
  },
};

const aboutForm =
  /(?<![a-z])(?:parameter|parametro|(?:o|el|the) (?:field|campo)|field required|json|schema|syntax|page[ _]token|certificate)/u;

/** Negates a predicate: "no personal data was found", "may contain". */
const denied =
  /(?:(?<![a-z])(?:not|no|never|without|nao|nunca|sem|sin|may|might|could|if)|n't) (?:[\w']+ ){0,3}$/u;

export function sentencesOf(texts: readonly string[]): readonly string[] {
  return foldSentence(texts.join("\n").slice(0, maxText))
    .split(/\n|(?<=[.!?;])\s+/u)
    .map((sentence) => sentence.trim().slice(0, maxSentence))
    .filter((sentence) => sentence !== "");
}

export function codeAsSentence(code: string): string {
  return foldSentence(code).replaceAll(/[_.:/-]+/gu, " ");
}

export function kindOfSentences(
  sentences: readonly string[],
  kinds: readonly FailureKind[],
): FailureKind | undefined {
  const plain = sentences.filter((sentence) => sentence.search(aboutForm) === -1);
  return kinds.find((kind) => {
    const meaning = meanings[kind];
    return meaning && plain.some((sentence) => expresses(sentence, meaning));
  });
}

function expresses(sentence: string, meaning: Meaning): boolean {
  const { about, says, unless } = meaning;
  if (unless && sentence.search(unless) !== -1) {
    return false;
  }
  const subjects = [...sentence.matchAll(about)];
  return (
    subjects.length > 0 &&
    [...sentence.matchAll(says)].some(
      (said) =>
        !denied.test(sentence.slice(0, said.index)) &&
        subjects.some((subject) => distance(subject, said) <= (meaning.maxDistance ?? maxDistance)),
    )
  );
}

function distance(one: RegExpExecArray, other: RegExpExecArray): number {
  return one.index < other.index
    ? other.index - (one.index + one[0].length)
    : one.index - (other.index + other[0].length);
}
