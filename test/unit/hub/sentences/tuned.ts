import type { FailureKind } from "../../../../src/shared/failures/failure.ts";

/** What a server says and what it means. A body that is a string is plain text. */
export interface Told {
  readonly kind: FailureKind;
  readonly status: number;
  readonly body: unknown;
}

const told = (kind: FailureKind, status: number, ...bodies: readonly unknown[]): readonly Told[] =>
  bodies.map((body) => ({ kind, status, body }));

const openAi = (message: string, code?: string): object => ({
  error: { message, type: "error", ...(code !== undefined && { code }) },
});

/** Sentences and codes of vendors, in three languages, by which the rules were written. */
export const tuned: readonly Told[] = [
  ...told(
    "budget_exhausted",
    429,
    "Monthly spend cap reached",
    "You have run out of credits",
    "Your team 16f2151a has either used all available credits or reached its monthly spending limit. To continue making API requests, please purchase more credits or raise your spending limit.",
    openAi("You exceeded your current quota, please check your plan and billing details."),
    openAi("Billing hard limit has been reached"),
    { error: "budget_exceeded" },
    { erro: "orcamento_excedido", mensagem: "Fale com o administrador." },
    { mensagem: "O orçamento mensal da sua equipe foi atingido." },
    { erro: { codigo: "COTA_ESGOTADA", mensagem: "Cota esgotada." } },
    { detalhe: "Saldo insuficiente para concluir a operação." },
    { error: { message: "Se alcanzó el límite de gasto mensual del proyecto." } },
    { mensaje: "Créditos agotados. Recargue su cuenta." },
    "Limite de gastos do setor ultrapassado.",
    { error: { message: "Monthly token limit reached for this key." } },
  ),
  ...told(
    "budget_exhausted",
    403,
    openAi("Key limit exceeded (monthly limit). Manage it using the settings."),
    { message: "Presupuesto superado para el departamento." },
    { erro: "Sua cota mensal de uso acabou." },
  ),
  ...told(
    "budget_exhausted",
    400,
    openAi(
      "Your credit balance is too low to access the API. Please go to Plans & Billing to upgrade or purchase credits.",
    ),
    { message: "No tiene saldo suficiente en la cuenta." },
    { mensagem: "Não há saldo disponível para este projeto." },
  ),
  ...told("budget_exhausted", 500, { codigo: "limite_de_gasto_excedido" }),
  ...told(
    "rate_limited",
    429,
    openAi(
      "Rate limit reached for gpt-4 in organization org-x on tokens per min (TPM): Limit 10000, Used 9000, Requested 3000. Please try again in 12s. Visit the billing page to learn more.",
    ),
    openAi("Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 requests"),
    { error: { code: 429, message: "Resource has been exhausted (e.g. check quota)." } },
    {
      error: {
        code: 429,
        message:
          "You exceeded your current quota, please check your plan and billing details. Please retry in 34.07s.",
        details: [{ retryDelay: "34s" }],
      },
    },
    "Quota exceeded for aiplatform.googleapis.com/generate_content_requests_per_minute_per_project",
    {
      error: {
        code: "429",
        message:
          "Requests have exceeded token rate limit of your current S0 pricing tier. Please retry after 6 seconds. Please contact support to further increase the default rate limit.",
      },
    },
    { mensagem: "Limite de requisições por minuto atingido. Tente novamente em 20 segundos." },
    { erro: "Muitas requisições, aguarde alguns instantes." },
    { mensaje: "Demasiadas solicitudes. Intente de nuevo en 30 segundos." },
    "Limite diário de requisições atingido",
    { erro: "cota de requisições por minuto excedida" },
  ),
  ...told("rate_limited", 403, { message: "API rate limit exceeded for user ID 123." }),
  ...told("rate_limited", 400, { mensagem: "Limite de taxa excedido" }),
  ...told(
    "auth_expired",
    401,
    { mensagem: "Token expirado" },
    { error: { message: "La clave de API ha caducado." } },
    { erro: "token_expirado" },
    { detalhe: "Credencial vencida; solicite uma nova." },
    { message: "Sua sessão expirou. Faça login novamente." },
  ),
  ...told("auth_expired", 400, openAi("API key expired. Please renew the API key.")),
  ...told(
    "auth_invalid",
    401,
    { erro: "Sua chave de API foi revogada." },
    { message: "El token fue revocado por el administrador." },
  ),
  ...told("auth_invalid", 409, { error: "Token revoked by admin" }),
  ...told(
    "auth_invalid",
    403,
    { mensagem: "A chave de acesso está desativada." },
    { mensagem: "Token inválido." },
    { error: "invalid_token" },
    { mensaje: "La clave de API no es válida." },
  ),
  ...told(
    "auth_missing",
    401,
    { mensagem: "Token não informado." },
    { erro: "Cabeçalho Authorization ausente" },
    { mensaje: "Falta el token de autenticación." },
  ),
  ...told(
    "dlp_request",
    400,
    { mensagem: "A mensagem contém dados pessoais e foi bloqueada." },
    { erro: "Bloqueado pela política de LGPD" },
    { erro: { codigo: "dados_sensiveis", mensagem: "Envio recusado." } },
    { mensaje: "Se detectaron datos personales en la solicitud." },
    { error: { message: "Request blocked: it contains personal data." } },
    { error: "pii_detected" },
    "Informações sensíveis detectadas (CPF); o envio não é permitido.",
    { message: "Your prompt includes personally identifiable information and was rejected." },
  ),
  ...told("dlp_request", 403, { mensagem: "Dado sensível encontrado no campo mensagem." }),
  ...told(
    "policy_model",
    403,
    { mensagem: "Modelo gpt-4o não permitido para o seu perfil." },
    { erro: "modelo_nao_permitido" },
    { mensaje: "El modelo claude-opus no está autorizado para su cuenta." },
    { message: "Your team does not have access to the model gpt-4o." },
    { message: "Acesso negado", modelos_permitidos: ["gpt-4o-mini"] },
    { detail: "Model claude-3-opus is not enabled for this workspace" },
    { erro: "Seu perfil não tem permissão para usar o modelo gpt-4o." },
  ),
  ...told("policy_model", 400, {
    error: "This key can only access models=['gpt-4o-mini']. Tried to access gpt-4",
  }),
  ...told(
    "model_not_found",
    404,
    { mensagem: "Modelo não encontrado" },
    { mensaje: "El modelo 'x' no existe." },
  ),
  ...told(
    "model_not_found",
    400,
    openAi("The model `gpt-9` does not exist or you do not have access to it."),
    { erro: "Modelo desconhecido: abc", modelos_disponiveis: ["a", "b"] },
  ),
  ...told(
    "context_too_long",
    400,
    openAi("This model's maximum prompt length is 131072 but the request contains 537812 tokens."),
    openAi(
      "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).",
    ),
    { mensagem: "A conversa excede o limite de contexto do modelo." },
    { erro: "Janela de contexto excedida" },
    { mensaje: "La longitud del contexto supera el máximo permitido." },
    { erro: "O prompt é longo demais para este modelo." },
    { message: "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097" },
    { message: "prompt token count of 140000 exceeds the limit of 128000" },
  ),
  ...told(
    "content_filtered",
    400,
    { mensagem: "Bloqueado pelo filtro de conteúdo." },
    { mensaje: "Contenido rechazado por la moderación." },
  ),
  ...told(
    "overloaded",
    500,
    { mensagem: "Serviço sobrecarregado, tente mais tarde." },
    { mensaje: "Servicio temporalmente no disponible." },
    { message: "The model is experiencing high demand." },
  ),
  ...told("auth_missing", 401, { message: "No API key found in request" }),
  ...told("content_filtered", 400, {
    error: {
      message: "The prompt contains sensitive words that violate the Responsible AI practices.",
      status: "INVALID_ARGUMENT",
    },
  }),
  ...told("policy_model", 403, { error: "model_not_in_profile", allowed: ["rich-mini", "rich"] }),
  ...told(
    "budget_exhausted",
    429,
    {
      titulo: "Teto excedido",
      detalhe: "O teto de R$ 300,00 do perfil foi atingido neste mês.",
    },
    { error: { message: "El crédito de la cuenta se terminó." } },
  ),
  ...told("model_not_found", 404, {
    error: {
      code: "DeploymentNotFound",
      message: "The API deployment for this resource does not exist.",
    },
  }),
];

/** Errors that only their status tells; a sentence in which a rule's words occur may not overrule it. */
export const general: readonly Told[] = [
  ...told(
    "bad_request",
    400,
    { mensagem: "Acesso negado." },
    openAi("Unsupported value: 'temperature' does not support 0.2 with this model."),
    { message: "No personal data was found in the request." },
    { message: "This is not about your budget: it was never exceeded." },
    { error: { message: "Ihr Guthaben ist aufgebraucht." } },
  ),
  ...told("bad_request", 404, {
    error: { message: "No endpoints found that support tool use.", code: 404 },
  }),
  ...told("auth_invalid", 401, { message: "The request contains personal data" }),
  ...told("policy_other", 403, { message: "The context is too long" }),
  ...told("budget_exhausted", 402, { message: "Rate limit exceeded" }),
  ...told(
    "rate_limited",
    429,
    { message: "Too many tokens per day, please wait before trying again." },
    { message: "The model does not exist" },
  ),
  ...told(
    "upstream_error",
    500,
    { error: { message: "user quota is not enough", type: "new_api_error" } },
    { error: { message: "This request was not sent.", code: "dlp_failed" } },
  ),
  ...told(
    "not_a_hub",
    404,
    { message: "no Route matched with those values" },
    { detail: "Not Found" },
  ),
];

/** Ordinary errors in which the same words occur: none of them is what its words remind of. */
export const ordinary: readonly Told[] = [
  ...told(
    "bad_request",
    400,
    openAi("`max_tokens` must be greater than `thinking.budget_tokens`."),
    openAi("The thinking budget 40000 exceeds the maximum of 24576."),
    openAi("max_tokens is too large: 5000. This model supports at most 4096 completion tokens."),
    openAi("Tool choice 'required' is not allowed with this model."),
    openAi("'temperature' is not supported with this model."),
    { mensagem: "O campo 'limite de gasto' excede 10 caracteres." },
    { mensagem: "O campo orçamento é obrigatório." },
    {
      detail: [{ loc: ["body", "budget"], msg: "Input should be a valid number", type: "number" }],
    },
    { message: "Invalid page token: it has expired." },
    { message: "Unexpected token } in JSON at position 512" },
    { message: "Unbalanced brackets: reached the end of the input" },
    { message: "'messages' is too long: at most 100 items" },
    { message: "Read our privacy policy to see how personal data is processed." },
    { erro: "Parâmetro 'cota' inválido" },
  ),
  ...told(
    "upstream_error",
    500,
    'Traceback (most recent call last):\n  File "/app/budget.py", line 3, in exceeded\n    raise ValueError(x)\nValueError: x',
    "TypeError: undefined is not a function\n    at Budget.exceeded (/srv/budget/exceeded.js:10:3)\n    at rateLimit (/srv/limit.js:1:1)",
    { message: "Retry budget exhausted while calling the backend" },
    { message: "Load balancer: no healthy upstream, connection limit reached" },
    { message: "TLS certificate has expired" },
    { message: "The details were hidden because they may contain sensitive information." },
    { mensagem: "Erro interno. Consulte nossa política de dados pessoais." },
    { message: "Cache entry expired" },
    { message: "Lock expired while updating model registry" },
    { mensagem: "Erro ao gravar: espaço em disco esgotado" },
    { mensagem: "Falha ao consultar o saldo" },
    { message: "credit card form could not be rendered; stack size exceeded" },
    { message: "Maximum call stack size exceeded" },
    { message: "An unexpected error occurred while retrieving the model's balance of weights" },
  ),
];
