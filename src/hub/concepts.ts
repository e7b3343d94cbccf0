import { type Concept, stems } from "./sentences.ts";

/**
 * The meanings that error sentences can have, in English, Portuguese and Spanish, as stems of folded words. The
 * sentences that these stems were written from, and those that test them, are in `test/unit/hub/sentences`.
 */

/** A limit on the number of requests in a time; a later try can succeed. */
const rateWords = [
  "rate[ -]?limit",
  "limites? de taxas?",
  "limites? de (?:frecuencia|velocidad)",
  "throttl",
  "(?:per|/|a|each|every|por|ao?|cada)[ -_](?:second|minute|hour|min\\b|sec\\b|segundo|minuto|hora)",
  "(?:requests?|calls?|queries|messages?|requisic\\w+|solicitac\\w+|chamadas|pedidos|mensagens|peticion\\w+|solicitudes|llamadas|mensajes|consultas) (?:limit|per |por |ao |diari)",
  "limites? (?:\\w+ )?de (?:requisic|solicitac|chamadas|pedidos|mensage|peticion|solicitud|llamadas|mensaje|consultas)",
  "tp[md]\\b|rp[md]\\b",
];

const exceeded = [
  "excee?[ds]",
  "exhaust",
  "reach",
  "hit\\b",
  "used up",
  "(?:fully|completely|already|all) (?:been )?(?:used|spent|consumed)",
  "used (?:up |all)",
  "r[au]n(?:ning)? out",
  "out of",
  "insufficient",
  "not (?:\\w+ )?(?:enough|sufficient)",
  "no (?:\\w+ ){0,2}(?:left|remaining|available)",
  "(?:too|very) low",
  "deplet",
  "consumed",
  "maxed",
  "overdrawn|overspent|crossed|surpass",
  "(?:is|are|has|at|below) (?:zero|negative|empty|0\\b)",
  "exced|esgot|estour|ultrapass|ating|insuficien|acab(?:ou|ar)|consumid|zerad|negativ|alcanc|encerrad|chegou",
  "superad|superou|superi|nao (?:ha|possui|tem|existe|resta|dispoe)|sem\\b|falta",
  "agot|super[ao]|alcanz|sobrepas|rebas|se acab|no (?:tiene|hay|dispone|queda|cuenta)|sin\\b|llegado",
];

const period = "(?:monthly|daily|weekly|annual|mensal|diari[oa]|semanal|anual|mensual)";

export const budgetUsedUp: Concept = {
  about: stems(
    "budgets?\\b",
    "spend(?:ing)?[ -](?:cap|limit|allowance|ceiling|quota)",
    `${period}[ -](?:token |usage |spend\\w* |credit |cost |billing |included )*(?:limit|cap|allowance|spend|credit|quota)`,
    "(?:cost|billing|credit|usage|hard|soft)[ -](?:hard |soft )?(?:limit|cap)s?\\b",
    "(?:api )?key limit",
    "(?<!load[ -])balance\\b",
    "credits?\\b(?! cards?\\b)",
    "(?:prepaid|wallet|account) funds|funds\\b",
    "orcament",
    "verba\\b",
    "saldo",
    "creditos?\\b",
    "(?:limites?|tetos?|topes?) (?:mensa\\w+ |diari\\w+ |maximo )?(?:de|do|del) (?:gasto|consumo|uso|credito|despesa|custo|coste|costo|facturacion)",
    "(?:limites?|tetos?|topes?|franquia|gastos?|consumo) (?:mensa|diari|semana|anua)",
    "(?:limits?|limites?) (?:\\w+ ){0,3}(?:subscription|assinatura|suscripcion|plan|plano)\\b",
    "(?:subscription|plan) limit",
    "presupuest",
    "fondos\\b",
  ),
  says: stems(
    ...exceeded,
    "require[sd]? more|need(?:s|ed)? (?:to )?(?:more|add|purchase|buy)|over (?:the |your |its )?budget",
  ),
  unless: stems(
    ...rateWords,
    "(?:thinking|reasoning|retry|retries|error|time|latency)[ _-]*budget|budget_tokens|orcamento de raciocinio",
    "(?:caracteres|characters|campo|field|parameter|parametro|property|propriedade|propiedad|schema|stack)\\b",
    "(?:valid number|weights|cartao de credito|tarjeta de credito)",
  ),
};

/** "Quota" means a budget if the sentence mentions money or a long time. Otherwise gateways mean a rate limit. */
export const quotaUsedUp: Concept = {
  about: stems("quotas?\\b", "cotas?\\b", "cuotas?\\b", "quota"),
  says: stems(...exceeded),
  unless: stems(...rateWords, "(?:campo|field|parameter|parametro)\\b", "check quota"),
};

export const quotaOfMoney: Concept = {
  about: quotaUsedUp.about,
  says: stems(
    "billing|(?:your )?plan\\b|month|credit|payment|organi[sz]ation|user\\b|account",
    "exhaust|used up|insufficient|r[au]n out|out of|not enough|no remaining|deplet",
    "cotas?\\b|cuotas?\\b",
  ),
  unless: quotaUsedUp.unless ?? stems("check quota"),
};

export const rateExceeded: Concept = {
  about: stems(...rateWords),
  says: stems(
    "excee?[ds]|reach|hit\\b|too many|over\\b",
    "exced|ating|ultrapass|esgot|estour|super[ao]|alcanz|agot",
  ),
  unless: stems("context|contexto|retries"),
};

export const tooManyRequests: Concept = {
  about: stems(
    "requests?\\b|calls?\\b|requisic|solicitac|chamadas|pedidos|peticion|solicitud|llamadas|consultas",
  ),
  says: stems(
    "too (?:many|frequent|fast)",
    "muit[ao]s\\b|muito (?:frequente|rapid)|demasiad[ao]s|excesso de|exceso de|(?:demasiado|muy) (?:frecuente|rapid)",
  ),
};

const credential =
  "(?:api[ _-]?|access |secret |bearer |virtual )?(?:key|token|credential)s?\\b|chaves?\\b|credencia|clave|senha|session|sessao|sesion|subscription key";

const ended =
  "expired|revoked|inactive|disabled|deactivated|suspended|has been (?:deleted|revoked)|expir(?:ou|ad|o\\b)|vencid|vencio|caduc|revog|revoc|inativ|inactiv|desativ|desactiv|desabilit|deshabilit|suspens|cancelad";

export const credentialEnded: Concept = {
  about: stems(credential),
  says: stems(ended),
  unless: stems("page[ _]token|cache|certificat|deadline"),
};

/** Tested with any status, so the sentence itself has to name the credential. */
export const namedCredentialEnded: Concept = {
  about: stems(
    "(?:api|access|virtual|secret)[ _-]?(?:key|token)",
    "chaves? d[ea]|clave de|credencia|credential|token de acces",
    "(?:seu|sua|your|su|tu) (?:\\w+ )?(?:token|chave|key|clave)",
    "token (?:expirad|vencid|caducad|revogad|revocad)|chave (?:expirad|vencid|revogad)",
  ),
  says: stems(ended),
  unless: stems("page[ _]token|cache|certificat"),
};

export const credentialMissing: Concept = {
  about: stems(
    credential,
    "authorization|authentication|autenticac|autorizac|header|cabecalho|encabezado|cabecera",
  ),
  says: stems(
    "missing|required|not (?:provided|supplied|found in)|must (?:be )?provid|no (?:api|auth|token|key|credential)",
    "ausente|nao (?:foi )?(?:informad|fornecid|enviad|encontrad)|obrigatori|necessari|falt",
    "no (?:se )?(?:ha )?(?:proporcion|envi|inclu)|requerid|obligatori",
  ),
};

export const credentialWrong: Concept = {
  about: stems(credential),
  says: stems(
    "invalid|incorrect|unknown|bad\\b|wrong|not (?:a )?valid|malformed|not recogni[sz]ed|does not exist",
    "nao (?:e |eh )?(?:valid|reconhecid)|incorret|errad|desconhecid|no (?:es )?valid|incorrect|desconocid",
  ),
};

export const sensitiveData: Concept = {
  about: stems(
    "personal(?:ly)?[ -](?:data|info|identifiable)",
    "sensitive (?:data|info|personal)",
    "(?:private|confidential) (?:data|info)",
    "pii\\b|phi\\b|dlp\\b|data[ -]loss[ -]prevention|lgpd|gdpr|rgpd|hipaa",
    "dados? (?:\\w+ )?(?:pessoa|sensiv|confiden|sigilos)",
    "informac\\w+ (?:\\w+ )?(?:pessoa|sensiv|confiden|sigilos|personal|sensible)",
    "datos? (?:\\w+ )?(?:personal|sensible|confiden)",
    "(?:protecao|proteccion) de (?:dados|datos)",
    "(?:cpf|cnpj)s?\\b|credit card numbers?|(?:numero de )?cartao|(?:numero de )?tarjeta",
    "(?:secret|credential|password|api key)s? (?:was |were )?(?:detected|found) in",
  ),
  says: stems(
    "detect|block|contain|found|includ|prevent|violat|prohibit|reject|refus|denied|not (?:allowed|permitted)|forbid|policy",
    "bloque|contem|conten|encontr|identific|nao (?:e |sao |pode)?(?:permit|autoriz)|proib|viol|recus|rejeit|imped|vazamento",
    "contien|prohib|rechaz|impid|infring|no (?:se )?permit|incluye|inclui",
  ),
  unless: stems(
    "(?:may|might|could|can) (?:also )?(?:contain|include|have)|pode conter|puede contener|hidden|omitted|redacted|ocult",
    "privacy policy|politica de (?:privaci|dados pessoa|datos persona)",
    "(?:for|see|read|consulte|veja|leia|vea) ",
  ),
};

export const contextExceeded: Concept = {
  about: stems(
    "conteudo|contenido|texto\\b",
    "context\\b|context[ _-]?(?:length|window|size)|contexto|prompt|input\\b|inputs\\b|input[ _](?:token|length)|(?:total )?number of (?:input )?tokens|conversation|conversa|entrada|mensage[mn]s?\\b|mensajes?\\b|historico",
  ),
  says: stems(
    "exceed[^.]{0,60}(?:token|length|window|size|context|limit)",
    "(?:exceeds|exceeded|longer than|larger than|above|over) (?:the |this )?(?:model'?s? |maximum|max|limit|context)",
    "maximum (?:context|prompt|input) (?:length|size)|too (?:long|large|many tokens)|must be <= ?\\d|tokens? (?:is|are) too (?:long|many)",
    "(?:exced|ultrapass|super|estour|maior que|maior do que)[^.]{0,60}(?:contexto|token|modelo|comprimento|longitud|janela|ventana)",
    "(?:janela|limite|tamanho|comprimento|ventana|limite|longitud)[^.]{0,40}(?:exced|ultrapass|super|esgot|estour|atingid|alcanz)",
    "(?:muito|demasiado|excessivamente) (?:longo|longa|grande|larg|extens)|(?:longo|longa|grande|extens[oa]) demais|demasiado larg",
  ),
  unless: stems(
    "max_tokens[\"'`]? is|completion tokens|at most \\d+ items|list should|characters|caracteres|rate[ -]?limit|thinking|per minute|por minuto|(?:campo|field)\\b",
  ),
};

const model = "models?\\b|modelos?\\b";

export const modelMissing: Concept = {
  about: stems(model),
  says: stems(
    "not found|does(?: not|n't) exist|not supported|unsupported|not available|unknown|no such|invalid model|unrecogni[sz]ed|deprecated|decommissioned",
    "nao (?:foi )?(?:encontrad|exist|disponivel|suportad|reconhecid)|inexistente|desconhecid|indisponivel|invalido",
    "no (?:se )?(?:ha )?(?:encontr|exist|disponible|soporta|reconoc)|desconocid|inexistente",
  ),
  unless: stems(
    "(?:supported|allowed|available) (?:with|for|by) (?:this|the) model|parameter|parametro|weights",
  ),
};

const toUse =
  "(?:access|use|usar|utilizar|acessar|acceder)(?: to| a[ol]?)? (?:the |this |that |any |o |ao |este |esse |el |al )?(?:requested |following )?(?:models?|modelos?)";

export const modelForbidden: Concept = {
  about: stems(
    `(?:${model})[ "'\`«:=]*(?:\\S{1,80})? (?:is |are |e |esta |foi |was |has been |ha sido |fue )?(?:not|nao|no|blocked|bloquead|restrict|restrit|restring|denied|forbidden|disabled|proibid|prohibid|limited)`,
    toUse,
    "models? access|acesso ao modelo|acceso al modelo|only (?:access|use) models?|(?:model|modelo)s? (?:is|are|not|nao|no|blocked|bloquead)",
  ),
  says: stems(
    "not (?:been )?(?:allowed|permitted|authorized|authorised|enabled|approved|included|entitled|granted|whitelisted|available (?:to|for|on|in) your)",
    "no access|(?:does|do) not have (?:access|permission)|don't have (?:access|permission)|lacks? (?:access|permission)|can only (?:access|use)|may only|without (?:access|permission)",
    "blocked|restricted|denied|forbidden|disabled (?:for|by)",
    "nao (?:esta |e |foi |tem |possui |ha )?(?:\\w+ )?(?:permit|autoriz|liberad|habilitad|permiss|acesso|inclu|pode)|sem (?:acesso|permiss)|bloquead|restrit|proibid",
    "no (?:esta |es |tiene |tienes |cuenta con )?(?:\\w+ )?(?:permit|autoriz|habilitad|permiso|acceso|inclu)|sin (?:acceso|permiso)|prohibid|restring",
  ),
  unless: stems(
    "(?:allowed|supported|permitted|available) (?:with|when|by) (?:this|the) model",
    "parameter|parametro|tool[ _-]?(?:choice|call)s?|does not exist|nao existe|no existe",
  ),
};

export const contentRefused: Concept = {
  about: stems(
    "content[ _-](?:filter|policy|management|moderation)|moderat|safety (?:system|policy|filter)",
    "(?:filtro|politica|moderac\\w+)s? de (?:conteudo|contenido)|moderac|conteudo|contenido",
  ),
  says: stems(
    "block|reject|refus|violat|flag|trigger|stopped|denied",
    "bloque|rejeit|recus|rechaz|viol|impropri|inadequad|inapropiad|sinaliz",
  ),
};

export const tooBusy: Concept = {
  about: stems(
    "model|server|service|system|engine|capacity|demand|servidor|servic|sistema|modelo|demanda|provider|backend|api\\b",
  ),
  says: stems(
    "overload|at capacity|high demand|high load|high traffic|too busy|temporarily unavailable|loading model|over capacity",
    "sobrecarreg|sobrecarg|saturad|alta demanda|temporariamente indisponi|indisponivel no momento|temporalmente no disponible|no disponible temporalmente",
  ),
};
