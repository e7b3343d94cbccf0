/** The words for every way a request can fail, in both languages: what happened, then what to do. */
import type { Failure, FailureKind } from "./failure.ts";

export type WordsLocale = "en" | "pt-br";

export interface FailureWords {
  /** What happened: one sentence, never the server's own text. */
  readonly headline: string;
  /** What the person can do now. */
  readonly nextStep: string;
}

export function describeFailure(failure: Failure, locale: WordsLocale): FailureWords {
  const [headline, nextStep] = (locale === "pt-br" ? ptBr : en)[failure.kind];
  return { headline: fill(headline, failure, locale), nextStep: fill(nextStep, failure, locale) };
}

type Table = Readonly<Record<FailureKind, readonly [headline: string, nextStep: string]>>;

/** `{host}`, `{code}` and `{types}` are filled in; a `[…]` goes when what it names is unknown. */
const en: Table = {
  auth_missing: ["There is no token for this hub.", "Set your token to go on."],
  auth_invalid: [
    "The hub does not accept your token.",
    "Set a valid token; your conversation stays.",
  ],
  auth_expired: [
    "Your token has expired or was revoked.",
    "Make a new one in the AI Hub area, under Tokens, and set it here.",
  ],
  policy_model: ["Your profile may not use this model.", "Choose another model."],
  policy_other: [
    "The hub's policy does not allow this request.",
    "Ask who manages the hub; the details name the request.",
  ],
  model_not_found: [
    "The hub does not offer this model to you.",
    "Choose another model, or refresh the list.",
  ],
  budget_exhausted: [
    "The budget[ of the {scope}] is used up[ ({used} of {limit})].",
    "[It renews on {retryDate}. ]Ask who manages the hub if you need more before then.",
  ],
  rate_limited: ["You have reached the rate limit.", "Wait a moment, then try again."],
  overloaded: ["The model is overloaded.", "Try again in a moment, or choose another model."],
  dlp_request: [
    "The hub blocked your message because of sensitive data[: {types}].",
    "Remove or mask it, then send again. Nothing was passed on to the model.",
  ],
  dlp_response: [
    "The hub withdrew the answer because of sensitive data[: {types}].",
    "Rephrase the question, or ask who manages the hub.",
  ],
  dlp_alert: [
    "The hub noticed sensitive data in your message[: {types}].",
    "It was passed on, and the hub has recorded that.",
  ],
  content_filtered: [
    "The model's content filter ended the answer.",
    "Rephrase the question, or try another model.",
  ],
  context_too_long: [
    "The conversation is too long for this model.",
    "Remove attachments, start a new chat, or choose a model with a larger context.",
  ],
  request_too_large: [
    "The message is too large for the hub.",
    "Remove attachments or shorten the text.",
  ],
  bad_request: [
    "The hub could not use the request.",
    "Try another model; the details tell what the hub said.",
  ],
  not_a_hub: [
    "What answered[ at {host}] is not an AI hub.",
    "Check the address. A sign-in page of your network may be in between: open it in a browser first.",
  ],
  redirect_refused: [
    "The hub tried to redirect the request[ to {host}], which was refused to protect your token.",
    "Check the address of the hub.",
  ],
  tls: [
    "The hub's certificate[ at {host}] is not trusted[ ({code})].",
    "Install your organisation's certificate authority on this computer and keep the setting http.systemCertificates on.",
  ],
  proxy_auth: [
    "The proxy did not let the request through.",
    "Check the setting http.proxy and sign in to the proxy.",
  ],
  dns: ["The server[ {host}] was not found.", "Check the address, your network and your VPN."],
  refused: [
    "The server[ {host}] refused the connection.",
    "Check the address and port, and that the hub is running.",
  ],
  connect_timeout: [
    "The server[ {host}] could not be reached in time.",
    "Check your network, VPN and proxy, then try again.",
  ],
  first_byte_timeout: ["The hub did not answer in time.", "Try again, or choose another model."],
  idle_timeout: ["The answer stopped coming.", "Continue it, or try again."],
  truncated: ["The answer was cut before its end.", "Continue it, or try again."],
  malformed_stream: [
    "The hub sent something that is not a valid answer.",
    "Try again; if it stays, tell who manages the hub.",
  ],
  upstream_error: [
    "The model's provider reported an error.",
    "Try again in a moment, or choose another model.",
  ],
  length_limit: ["The answer reached its length limit.", "Continue it to get the rest."],
  cancelled: ["The answer was stopped.", "Continue it, or ask again."],
  secret_store: [
    "The editor's secret store does not answer.",
    "Unlock your key ring; until then the token is kept for this window only.",
  ],
  storage: [
    "The conversation could not be saved.",
    "Free some disk space; it is kept until this window closes.",
  ],
  unknown: ["Something went wrong.", "Try again; the details help who manages the hub."],
};

const ptBr: Table = {
  auth_missing: ["Não há token para este hub.", "Defina seu token para continuar."],
  auth_invalid: [
    "O hub não aceita o seu token.",
    "Defina um token válido; sua conversa continua aqui.",
  ],
  auth_expired: [
    "Seu token expirou ou foi revogado.",
    "Crie outro na área AI Hub, em Tokens, e defina-o aqui.",
  ],
  policy_model: ["Seu perfil não pode usar este modelo.", "Escolha outro modelo."],
  policy_other: [
    "A política do hub não permite esta requisição.",
    "Fale com quem administra o hub; os detalhes identificam a requisição.",
  ],
  model_not_found: [
    "O hub não oferece este modelo a você.",
    "Escolha outro modelo ou atualize a lista.",
  ],
  budget_exhausted: [
    "O orçamento[ de {scope}] acabou[ ({used} de {limit})].",
    "[Ele renova em {retryDate}. ]Fale com quem administra o hub se precisar de mais antes disso.",
  ],
  rate_limited: ["Você atingiu o limite de requisições.", "Aguarde um momento e tente de novo."],
  overloaded: [
    "O modelo está sobrecarregado.",
    "Tente de novo daqui a pouco ou escolha outro modelo.",
  ],
  dlp_request: [
    "O hub bloqueou sua mensagem por conter dados sensíveis[: {types}].",
    "Remova ou mascare os dados e envie de novo. Nada chegou ao modelo.",
  ],
  dlp_response: [
    "O hub retirou a resposta por conter dados sensíveis[: {types}].",
    "Reformule a pergunta ou fale com quem administra o hub.",
  ],
  dlp_alert: [
    "O hub notou dados sensíveis na sua mensagem[: {types}].",
    "Ela foi entregue ao modelo, e o hub registrou isso.",
  ],
  content_filtered: [
    "O filtro de conteúdo do modelo encerrou a resposta.",
    "Reformule a pergunta ou tente outro modelo.",
  ],
  context_too_long: [
    "A conversa é longa demais para este modelo.",
    "Remova anexos, comece um novo chat ou escolha um modelo com contexto maior.",
  ],
  request_too_large: [
    "A mensagem é grande demais para o hub.",
    "Remova anexos ou encurte o texto.",
  ],
  bad_request: [
    "O hub não conseguiu usar a requisição.",
    "Tente outro modelo; os detalhes mostram o que o hub disse.",
  ],
  not_a_hub: [
    "O que respondeu[ em {host}] não é um hub de IA.",
    "Confira o endereço. Pode haver uma página de login da sua rede no caminho: abra-a antes no navegador.",
  ],
  redirect_refused: [
    "O hub tentou redirecionar a requisição[ para {host}]; isso foi recusado para proteger seu token.",
    "Confira o endereço do hub.",
  ],
  tls: [
    "O certificado do hub[ em {host}] não é confiável[ ({code})].",
    "Instale a autoridade certificadora da sua organização neste computador e mantenha http.systemCertificates ligado.",
  ],
  proxy_auth: [
    "O proxy não deixou a requisição passar.",
    "Confira a configuração http.proxy e autentique-se no proxy.",
  ],
  dns: ["O servidor[ {host}] não foi encontrado.", "Confira o endereço, a rede e a VPN."],
  refused: [
    "O servidor[ {host}] recusou a conexão.",
    "Confira o endereço e a porta e se o hub está em execução.",
  ],
  connect_timeout: [
    "Não foi possível alcançar o servidor[ {host}] a tempo.",
    "Confira a rede, a VPN e o proxy e tente de novo.",
  ],
  first_byte_timeout: ["O hub não respondeu a tempo.", "Tente de novo ou escolha outro modelo."],
  idle_timeout: ["A resposta parou de chegar.", "Continue a resposta ou tente de novo."],
  truncated: ["A resposta foi cortada antes do fim.", "Continue a resposta ou tente de novo."],
  malformed_stream: [
    "O hub enviou algo que não é uma resposta válida.",
    "Tente de novo; se persistir, avise quem administra o hub.",
  ],
  upstream_error: [
    "O provedor do modelo informou um erro.",
    "Tente de novo daqui a pouco ou escolha outro modelo.",
  ],
  length_limit: [
    "A resposta chegou ao limite de tamanho.",
    "Continue a resposta para ver o restante.",
  ],
  cancelled: ["A resposta foi interrompida.", "Continue a resposta ou pergunte de novo."],
  secret_store: [
    "O cofre de segredos do editor não responde.",
    "Desbloqueie seu chaveiro; até lá, o token vale só nesta janela.",
  ],
  storage: [
    "Não foi possível salvar a conversa.",
    "Libere espaço em disco; ela fica guardada até esta janela fechar.",
  ],
  unknown: ["Algo deu errado.", "Tente de novo; os detalhes ajudam quem administra o hub."],
};

const scopeNames: Readonly<Record<WordsLocale, Readonly<Record<string, string>>>> = {
  en: { token: "token", user: "user", profile: "profile", sector: "sector" },
  "pt-br": { token: "token", user: "usuário", profile: "perfil", sector: "setor" },
};

function fill(sentence: string, failure: Failure, locale: WordsLocale): string {
  const values = valuesOf(failure, locale);
  const known = sentence.replaceAll(/\[([^\]]*)\]/gu, (_match, part: string) =>
    [...part.matchAll(/\{(\w+)\}/gu)].every(([, name]) => values.has(name ?? "")) ? part : "",
  );
  return known.replaceAll(/\{(\w+)\}/gu, (_match, name: string) => values.get(name) ?? "");
}

function valuesOf(failure: Failure, locale: WordsLocale): ReadonlyMap<string, string> {
  const { host, systemCode, scope, used, limit, retryAt, dlpFindings } = failure;
  const date =
    retryAt === undefined
      ? undefined
      : new Intl.DateTimeFormat(locale === "pt-br" ? "pt-BR" : "en", { dateStyle: "long" }).format(
          retryAt,
        );
  const entries: readonly (readonly [string, string | undefined])[] = [
    ["host", host],
    ["code", systemCode],
    ["scope", scope === undefined ? undefined : (scopeNames[locale][scope] ?? scope)],
    ["used", used],
    ["limit", limit],
    ["retryDate", date],
    ["types", dlpFindings?.map(({ type }) => type).join(", ")],
  ];
  return new Map(
    entries.filter((entry): entry is readonly [string, string] => (entry[1] ?? "") !== ""),
  );
}
