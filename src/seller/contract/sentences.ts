import { folded, noProblem } from "./complaintSigns.ts";
import type { PortalWord } from "./portalWords.ts";

const maxText = 2_000;

/** A word that is one of these, or a sentence with it: the call failed, or a value was not taken. */
const failedWords = [
  "erros?|errors?|falh(?:a|ou)|fail(?:ed|ure|s)?|exception|ora-\\d{4,5}|sqlstate|violat(?:ed|ion)|problemas?|inconsistencias?",
  "invalid[oa]?s?|incorret[oa]s?|incorrect|malformad[oa]|malformed|incomplet[oa]s?|divergentes?|inexistentes?|desconhecid[oa]s?|sobrepost[oa]s?|insuficientes?",
  "rejeitad[oa]s?|recusad[oa]s?|rejected|refused|negad[oa]s?|denied|bloquead[oa]s?|impede[m]?|proibid[oa]s?|forbidden|unauthorized",
  "obrigatori[oa]s?|required|nao|dev(?:e|em) (?:ser (?!process|reflet|exibi|atualiz|conclu|public|visiv)|ter |conter )\\S+|must (?:have|not)|falt(?:a|am|ou|ando)|fora d[aeo]s?|informe|preencha",
  "(?:seller|fornecedor|vendedor|lojista|loja|cliente|usuario|empresa|conta|contrato) (?:\\S+ ){0,2}?inativ[oa]",
  "(?:operacao|transacao|processamento|operation|transaction) (?:\\S+ ){0,2}?(?:cancel|abort|interromp)\\w*",
  "sem (?:permissao|acesso|autorizacao)|expirad[oa]|expired|sessao encerrada|excedid[oa]s?|exceed(?:ed|s)|excede[mu]?|limit reached",
  "indisponive(?:l|is)|unavailable|timeout|timed out|em manutencao|manutencao programada|tente novamente|try again|too many requests",
  "(?:abaixo|acima) d[aeo]s? (?:valor |preco )?(?:minim|maxim)[oa]|maior que|menor que|greater than|less than",
  "impossivel|unable|cannot|could not|not (?:found|allowed|saved|valid|authori[sz]ed|permitted|supported|accepted)",
];
const failedSentence = new RegExp(String.raw`\b(?:${failedWords.join("|")})\b`, "u");
/** Remarks after a sentence that says it was done: "Produto cadastrado. Vigência não informada". */
const remark =
  /\bnao (?:(?:foi|foram|sera|serao) )?(?:informad|enviad|preenchid|definid|especificad|estornad|publicad|utilizad|considerad)[oa]s?\b|\b(?:obrigatori[oa]s?|required)\b/gu;
const doneSentence =
  /\b(?:sucesso|success(?:fully|ful)?|(?:salv|atualizad|cadastrad|registrad|cancelad|gravad|recebid|aceit|incluid|inserid|alterad|criad|processad|realizad|efetuad|concluid|enviad|confirmad|executad|consultad|listad|ajustad|persistid|efetivad|vinculad|enfileirad|agendad|importad)[oa]s?|ok|queued|saved|updated|created|cancell?ed|accepted|done|processed|completed)\b/u;
const notDoneSentence =
  /\bnao (?:(?:foi|foram|pode|podem|ser|sera|serao|esta|estao) )*(?:salv|atualizad|cadastrad|registrad|cancelad|gravad|recebid|aceit|incluid|inserid|alterad|criad|processad|realizad|efetuad|concluid|confirmad|ajustad|persistid|efetivad|vinculad|enfileirad|importad)/u;
/**
 * What a write did not do, in words that sound as if it had: "Produto já cadastrado", "0 registros
 * alterados", "processado parcialmente". "Já cadastrado: atualizado" is done all the same.
 */
const leftUndone: readonly RegExp[] = [
  /\bja (?:\w+ ){0,2}?(?:exist\w+|(?:cadastrad|registrad|incluid|inserid|utilizad|cancelad|processad|faturad|enviad)[oa]s?)\b/gu,
  /\balready (?:been |an? )?(?:exist\w*|registered|created|inserted|in use|taken|used|cancell?ed|processed|shipped)\b/gu,
  /\b(?:nenhuma?|nada|0|zero|no) (?:\w+ ){0,2}?(?:(?:foi|foram|was|were) )?(?:(?:afetad|alterad|atualizad|modificad|gravad|salv|inserid|incluid|processad)[oa]s?|affected|changed|updated|modified|saved|inserted|processed)\b/gu,
];
const partlyDone =
  /\b(?:parcialmente|partially|(?:sucesso|exito|processamento|gravacao|importacao) parcial|partial (?:success|failure|update))\b/u;
const duplicate = /\bduplicad[oa]s?\b|\bduplicates?\b/u;

/** What a portal misses when the address or the seller is wrong; its records are another thing. */
const notARecord =
  /\b(?:recurso|rota|url|endpoint|pagina|caminho|servico|metodo|seller|fornecedor|vendedor|lojista|cliente|usuario|empresa)\b(?: \S+){0,3}? nao (?:foi )?(?:\w+ )?encontrad|\bnenhum[a]? (?:recurso|rota|endpoint|servico|seller|fornecedor|vendedor|lojista|cliente|usuario|empresa)\b/u;
const records =
  "(?:registros?|resultados?|dados|produtos?|itens|item|estoques?|precos?|prazos?|pedidos?|informac(?:ao|oes)|lancamentos?|ocorrencias?|linhas?|conteudos?|entregas?|regras?|skus?|tabelas?|faixas?|anuncios?|ofertas?|retornos?)";
const englishRecords =
  "(?:records?|results?|entries|entry|data|rows?|items?|products?|orders?|prices?|stocks?|offers?|content|matches)";
const found = "(?:encontrad|localizad|cadastrad|retornad|disponive|existente)";
/** That there is no record of the kind that was asked for. */
const nothingFound: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:nenhuma?|sem|zero|0) (?:\w+ ){0,2}?${records}\b`, "u"),
  new RegExp(String.raw`\bnenhuma? \w+ (?:foi )?${found}`, "u"),
  new RegExp(
    String.raw`\bnao (?:(?:foi|foram|ha|houve|existem?|exist\w+|possui|tem|constam?|retornou) )+(?:\w+ ){0,4}?${records}\b`,
    "u",
  ),
  new RegExp(
    String.raw`\b${records} (?:\S+ ){0,3}?nao (?:(?:foi|foram) )?(?:encontrad|localizad)`,
    "u",
  ),
  new RegExp(
    String.raw`\bnao (?:foi|foram) (?:encontrad|localizad)[oa]s? (?:\w+ )?${records}`,
    "u",
  ),
  /\b(?:lista|consulta|resposta|resultado|tabela|catalogo|estoque) (?:(?:esta|veio|foi) )?vazi[oa]\b/u,
  /\bnada (?:foi )?encontrado\b|\bnothing (?:was |to )?(?:found|show)\b|\bempty (?:list|result|set)\b/u,
  new RegExp(String.raw`\b(?:no|0|zero) (?:\w+ )?${englishRecords}\b`, "u"),
  new RegExp(String.raw`\b${englishRecords} (?:was |were )?not found\b`, "u"),
];
const limited =
  /\b(?:limitad[oa]s? a|truncad[oa]s?|(?:somente|apenas) (?:[oa]s )?primeir[oa]s|limited to|truncated|only the first)\b/u;
/** A sentence with one of these is about the call, not about the records: no list was read. */
const aboutTheCall =
  /\b(?:falh(?:a|as|ou)|fail(?:ed|ure|s)?|invalid[oa]?s?|exception|excecao|timeout|tempo|indisponive(?:l|is)|unavailable|conexao|connection|tokens?|sess(?:ao|ion)|acess[oa]r?|access|permiss\w+|autoriz\w+|authori[sz]\w+|autentic\w+|authenticat\w+|credencia\w+|credentials?|login|senhas?|password|negad[oa]|denied|bloquead[oa]s?|expirad[oa]|expired|obrigatori[oa]s?|required|informad[oa]s? (?:esta|e) |parametros?|sqlstate|ora-\d{4,5}|manutencao|limite|excedid[oa]|servidor(?:es)?|servers?|versao|licenca|contrato|nao foi possivel|impossivel|unable|cannot|could not|interrompid[oa])\b/u;
/** The heading of a sentence, as in "ERROR: Não existem registros". */
const heading = /^\s*(?:erros?|error|aviso|atencao|alerta|warning|info|sucesso|ok)\s*[:\-–!]\s*/u;
/** What is no sentence: the reason phrase of a status, a word or a code. */
const label =
  /^(?:bad request|not found|internal server error|unprocessable (?:entity|content)|erros?|error|falha|aviso|atencao|alerta|warning|info|client|server|soap-env:\S+|[\d._-]+)[.!:]?$/u;

/** Whether a sentence says that something failed. */
export function soundsFailed(text: string): boolean {
  const words = heard(text).replaceAll(noProblem, " ");
  const [first = "", ...others] = words.split(/[.;!](?=\s|$)/u);
  const rest = others.join(". ");
  const heardRest = doneSentence.test(first) ? rest.replaceAll(remark, " ") : rest;
  return failedSentence.test(first) || failedSentence.test(heardRest);
}

/** Whether a sentence in the answer to a write says that it was not done, or only a part of it. */
export function soundsUndone(text: string): boolean {
  const words = heard(text);
  const others = leftUndone.reduce((rest, phrase) => rest.replaceAll(phrase, " "), words);
  return (
    partlyDone.test(words) ||
    (others !== words && !doneSentence.test(others)) ||
    (duplicate.test(words.replaceAll(/\b(?:sem|nenhuma?|no|0|zero)\s+duplica\w+/gu, " ")) &&
      !doneSentence.test(others))
  );
}

/** Whether a sentence says that something was done. */
export function soundsDone(text: string): boolean {
  const words = heard(text);
  return doneSentence.test(words) && !notDoneSentence.test(words);
}

/**
 * Whether the sentences say that nothing was found, which is no error where something was asked for.
 * A missing address or seller is an error, and so is any sentence that speaks of a failure.
 */
export function saysNothingFound(words: readonly PortalWord[]): boolean {
  const sentences = words
    .map(({ text }) => heard(text).trim().replace(heading, ""))
    .filter((text) => text !== "" && !label.test(text));
  return (
    sentences.some(isNothingFound) &&
    sentences.every((text) => isNothingFound(text) || !(soundsFailed(text) || isAboutTheCall(text)))
  );
}

/** Whether the sentences say that a list is only a part of what there is. */
export function saysLimited(words: readonly PortalWord[]): boolean {
  return words.some(({ text }) => limited.test(heard(text)));
}

/** Whether a sentence beside an empty list is no riddle: it says that nothing was found, or that all went well. */
export function explainsEmpty(words: readonly PortalWord[]): boolean {
  return (
    saysNothingFound(words) ||
    words.every(({ text }) => doneSentence.test(heard(text)) && !soundsFailed(text))
  );
}

function isNothingFound(text: string): boolean {
  return (
    nothingFound.some((phrase) => phrase.test(text)) &&
    !notARecord.test(text) &&
    !isAboutTheCall(text) &&
    !/\b(?:erros?|errors?)\b/u.test(text)
  );
}

function isAboutTheCall(text: string): boolean {
  return aboutTheCall.test(text);
}

function heard(text: string): string {
  return folded(text.slice(0, maxText));
}
