import type { FailureFacts, FailureVocabulary, LimitScope } from "./failureText.ts";
import { found, inBrackets } from "./failureWordsEn.ts";

const scopes: Readonly<Record<LimitScope, string>> = {
  token: "do seu token",
  user: "do seu usuário",
  profile: "do seu perfil",
  sector: "do seu setor",
  project: "do seu projeto",
  team: "da sua equipe",
  model: "deste modelo",
};

export const failureWordsPtBr: FailureVocabulary = {
  otherFinding: "outros dados sensíveis",
  texts: {
    auth_missing: ({ code }) => ({
      headline:
        code === undefined
          ? "Ainda não há token para este hub."
          : "O hub não encontrou token na requisição.",
      nextStep: "Informe um token e tente de novo.",
    }),
    auth_invalid: ({ isTokenPerhapsOld }) => ({
      headline: "O hub não aceitou o seu token.",
      nextStep: isTokenPerhapsOld
        ? "Se você informou um novo em outra janela, recarregue esta janela. Senão, veja se ele foi copiado inteiro ou informe outro."
        : "Veja se ele foi copiado inteiro ou informe outro.",
    }),
    auth_expired: ({ isTokenPerhapsOld }) => ({
      headline: "O seu token expirou.",
      nextStep: isTokenPerhapsOld
        ? "Se você informou um novo em outra janela, recarregue esta janela. Senão, peça um ao administrador e informe-o aqui."
        : "Peça um novo ao administrador e informe-o aqui.",
    }),
    policy_model: () => ({
      headline: "O seu perfil não pode usar este modelo.",
      nextStep: "Escolha outro modelo ou peça acesso ao administrador.",
    }),
    policy_other: () => ({
      headline: "Uma regra do hub não permite esta requisição.",
      nextStep: "Pergunte ao administrador qual é a regra; os detalhes ajudam a encontrá-la.",
    }),
    rules_arrived: () => ({
      headline:
        "As regras da sua organização chegaram enquanto esta requisição esperava. Ela não foi enviada.",
      nextStep: "Envie de novo: a requisição então segue as regras.",
    }),
    client_outdated: () => ({
      headline:
        "O hub da sua organização precisa de uma versão mais nova do AI Hub. Atualize-o. Nada foi enviado.",
      nextStep: "Atualize o AI Hub, inicie-o de novo e tente outra vez.",
    }),
    model_not_found: () => ({
      headline: "O hub não tem este modelo, ou você não pode usá-lo.",
      nextStep: "Escolha outro modelo.",
    }),
    budget_exhausted: (facts) => ({
      headline: facts.isGeneral
        ? `O hub pede pagamento ou crédito${inBrackets(facts.code)}.`
        : `O orçamento ${of(facts)}acabou${spent(facts)}.`,
      nextStep:
        facts.retryDate === undefined
          ? "Peça ao administrador para aumentá-lo ou espere a renovação."
          : `Ele se renova em ${facts.retryDate}. Antes disso, peça ao administrador para aumentá-lo.`,
    }),
    run_budget: (facts) => ({
      headline: `Esta execução atingiu o seu limite${spent(facts)}.`,
      nextStep: "Continue com um limite maior ou mantenha as alterações feitas.",
    }),
    agent_busy: () => ({
      headline: "Um agente trabalha nesta pasta em outra conversa.",
      nextStep: "Espere que ele termine ou pare-o lá, e tente de novo.",
    }),
    folder_gone: () => ({
      headline: "A pasta do espaço de trabalho sumiu: foi excluída, movida ou renomeada.",
      nextStep: "Traga-a de volta ou abra a pasta certa e continue.",
    }),
    rate_limited: (facts) => ({
      headline: facts.isGeneral
        ? `O hub não aceita mais requisições no momento${inBrackets(facts.code)}.`
        : `O limite de requisições ${of(facts)}foi atingido.`,
      nextStep:
        facts.retryTime === undefined
          ? "Espere um pouco e tente de novo."
          : `Tente de novo depois das ${facts.retryTime}.`,
    }),
    overloaded: ({ retryTime, isGeneral, code }) => ({
      headline: isGeneral
        ? `O hub não consegue responder no momento${inBrackets(code)}.`
        : "O hub está sobrecarregado no momento.",
      nextStep:
        retryTime === undefined
          ? "Tente de novo daqui a pouco ou escolha outro modelo."
          : `Tente de novo depois das ${retryTime} ou escolha outro modelo.`,
    }),
    dlp_request: ({ findings, isGeneral }) =>
      isGeneral && findings === undefined
        ? {
            headline: "Uma regra de proteção do hub barrou a sua mensagem.",
            nextStep: "Nada chegou ao modelo. Altere a mensagem e envie de novo.",
          }
        : {
            headline: `O hub bloqueou a sua mensagem porque ela contém dados sensíveis${found(findings)}.`,
            nextStep: "Nada chegou ao modelo. Tire os dados da mensagem e envie de novo.",
          },
    dlp_response: ({ findings, isGeneral }) =>
      isGeneral && findings === undefined
        ? {
            headline: "Uma regra de proteção do hub barrou a resposta.",
            nextStep: "Pergunte de outro jeito.",
          }
        : {
            headline: `O hub retirou a resposta porque ela continha dados sensíveis${found(findings)}.`,
            nextStep: "Pergunte de um jeito que não precise desses dados.",
          },
    dlp_alert: ({ findings }) => ({
      headline: `O hub percebeu dados sensíveis nesta conversa${found(findings)}.`,
      nextStep: "Nada foi bloqueado. Veja se esses dados precisam mesmo estar aqui.",
    }),
    dlp_masked: ({ findings }) => ({
      headline: `O hub mascarou dados sensíveis antes que chegassem ao modelo${found(findings)}.`,
      nextStep: "Se a resposta precisa desses dados, pergunte de outro jeito.",
    }),
    dlp_answer_masked: ({ findings }) => ({
      headline: `O hub mascarou dados sensíveis nesta resposta${found(findings)}.`,
      nextStep: "As regras dele só permitem em respostas os dados da sua própria mensagem.",
    }),
    dlp_answer_alert: ({ findings }) => ({
      headline: `O hub percebeu dados sensíveis nesta resposta${found(findings)}.`,
      nextStep: "Nada foi mascarado. Veja se precisa desses dados antes de usar.",
    }),
    dlp_routed: ({ findings, name = "um modelo" }) => ({
      headline:
        findings === undefined
          ? `Respondido internamente por ${name}, como uma resposta anterior desta conversa.`
          : `Respondido internamente por ${name}, porque a conversa tem dados sensíveis${found(findings)}.`,
      nextStep: "Para usar outro modelo, comece um chat novo sem esses dados.",
    }),
    dlp_local: ({ findings }) => ({
      headline: `Nada foi enviado, porque há dados sensíveis no conteúdo${found(findings)}.`,
      nextStep: "Mascare, permita nesta conversa ou edite a mensagem.",
    }),
    dlp_sent: ({ findings }) => ({
      headline: `O resultado de uma ferramenta com dados sensíveis foi para o modelo${found(findings)}.`,
      nextStep: "Para mascarar esses dados, mude o modo de proteção de dados para mascarar.",
    }),
    dlp_unread: () => ({
      headline: "O hub recusou um arquivo em que não consegue buscar dados sensíveis.",
      nextStep: "Remova o arquivo e envie o texto dele; os detalhes dizem o tipo do arquivo.",
    }),
    content_filtered: () => ({
      headline: "Um filtro de conteúdo interrompeu a resposta.",
      nextStep: "Escreva a mensagem de outro jeito e envie de novo.",
    }),
    unknown_content: () => ({
      headline: "A resposta tem uma parte que não pode ser mostrada aqui.",
      nextStep: "Todo o resto aparece; os detalhes dizem qual é a parte.",
    }),
    unknown_end: ({ name }) => ({
      headline: `O modelo terminou a resposta por um motivo desconhecido${inBrackets(name)}.`,
      nextStep: "A resposta aparece como completa; veja se falta alguma coisa.",
    }),
    paused: ({ isRun }) => ({
      headline: isRun
        ? "A execução fez uma pausa antes de terminar."
        : "O modelo fez uma pausa antes de terminar.",
      nextStep: "Continue para ele seguir.",
    }),
    call_not_run: ({ name }) => ({
      headline: `O modelo chamou uma ferramenta que não existe aqui${inBrackets(name)}.`,
      nextStep: "Nada foi executado. Tente de novo ou escolha outro modelo.",
    }),
    empty_answer: () => ({
      headline: "A resposta do modelo está vazia.",
      nextStep: "Tente de novo ou escolha outro modelo.",
    }),
    late_error: () => ({
      headline: "A resposta está completa, mas o hub avisou de um erro depois dela.",
      nextStep: "Não falta nada na resposta; os detalhes mostram o erro.",
    }),
    unknown_encoding: ({ name }) => ({
      headline: `O hub comprimiu a resposta de um jeito que não dá para ler aqui${inBrackets(name)}.`,
      nextStep: "Peça ao administrador que envie as respostas sem compressão, ou em gzip.",
    }),
    answer_too_large: () => ({
      headline: "O que o hub enviou é maior do que dá para ler aqui.",
      nextStep:
        "Peça ao administrador uma lista com menos modelos; se não for isso, o endereço pode estar errado.",
    }),
    context_too_long: () => ({
      headline: "A conversa, com espaço para a resposta, é maior do que este modelo consegue ler.",
      nextStep:
        "Comece uma nova conversa, tire algo do contexto ou escolha um modelo que leia mais.",
    }),
    request_too_large: () => ({
      headline: "A mensagem é maior do que o hub aceita.",
      nextStep: "Tire algo do contexto ou encurte a mensagem.",
    }),
    bad_request: ({ code }) => ({
      headline: `O hub não aceitou a requisição${inBrackets(code)}.`,
      nextStep: "Tente outro modelo. Se continuar, rode o diagnóstico.",
    }),
    not_a_hub: ({ host }) => ({
      headline: `${host ?? "Este endereço"} respondeu, mas não como um hub.`,
      nextStep:
        "Confira o endereço. Na rede da empresa, uma página de login ou um proxy pode ter respondido no lugar.",
    }),
    redirect_refused: ({ host }) => ({
      headline: `O hub apontou para outro endereço${host === undefined ? "" : `, ${host}`}, que não foi seguido.`,
      nextStep: "Se esse endereço estiver certo, configure-o você mesmo como endereço do hub.",
    }),
    tls: ({ host, code }) => ({
      headline: `Não foi possível verificar a conexão segura com ${host ?? "o hub"}${inBrackets(code)}.`,
      nextStep:
        "Se a sua empresa usa certificados próprios, instale-os no sistema. Senão, rode o diagnóstico.",
    }),
    proxy_auth: () => ({
      headline: "O proxy da rede pede autenticação.",
      nextStep: "Confira o proxy nas configurações do editor (http.proxy) e tente de novo.",
    }),
    dns: ({ host }) => ({
      headline: `${host ?? "O nome do hub"} não foi encontrado na rede.`,
      nextStep: "Confira o endereço e se você está conectado ou precisa de uma VPN.",
    }),
    refused: ({ host }) => ({
      headline: `${host ?? "O hub"} não aceita conexões.`,
      nextStep: "Confira o endereço e se o hub está rodando.",
    }),
    port_blocked: ({ host }) => ({
      headline: `A porta de ${host ?? "este endereço"} é de outro protocolo e não pode ser usada.`,
      nextStep: "Peça ao administrador um endereço com outra porta e configure-o aqui.",
    }),
    connect_timeout: ({ host }) => ({
      headline: `${host ?? "O hub"} não respondeu à conexão a tempo.`,
      nextStep: "Confira a rede ou a VPN e tente de novo.",
    }),
    first_byte_timeout: () => ({
      headline: "O hub recebeu a requisição, mas não começou a responder.",
      nextStep: "Tente de novo ou escolha outro modelo.",
    }),
    idle_timeout: () => ({
      headline: "A resposta parou de chegar.",
      nextStep: "O que já tinha chegado foi mantido. Continue dali ou tente de novo.",
    }),
    truncated: ({ isUnanswered }) =>
      isUnanswered
        ? {
            headline: "O hub fechou a conexão sem responder.",
            nextStep: "Nada do que você escreveu se perdeu. Tente de novo.",
          }
        : {
            headline: "A resposta foi cortada antes do fim.",
            nextStep: "O que já tinha chegado foi mantido. Continue dali ou tente de novo.",
          },
    malformed_stream: () => ({
      headline: "O hub enviou algo que não deu para ler.",
      nextStep: "Tente de novo. Se acontecer com frequência, rode o diagnóstico.",
    }),
    upstream_error: ({ code }) => ({
      headline: `O serviço por trás do hub falhou${inBrackets(code)}.`,
      nextStep: "Tente de novo ou escolha outro modelo.",
    }),
    length_limit: () => ({
      headline: "A resposta atingiu o tamanho máximo deste modelo.",
      nextStep: "Continue para receber o resto.",
    }),
    cancelled: () => ({
      headline: "A resposta foi interrompida.",
      nextStep: "Continue ou tente de novo.",
    }),
    secret_store: () => ({
      headline: "O cofre de segredos do editor não respondeu.",
      nextStep: "O token vale até o editor fechar; depois ele será pedido de novo.",
    }),
    storage: ({ code }) => ({
      headline:
        diskHeadlines[code ?? ""] ?? `Não foi possível salvar a conversa${inBrackets(code)}.`,
      nextStep: "Confira o espaço livre e as permissões no disco e continue.",
    }),
    unknown: ({ code }) => ({
      headline: `Algo falhou por um motivo desconhecido${inBrackets(code)}.`,
      nextStep: "Tente de novo. Se continuar, rode o diagnóstico.",
    }),
  },
};

function of({ scope }: FailureFacts): string {
  return scope === undefined ? "" : `${scopes[scope]} `;
}

const diskHeadlines: Readonly<Record<string, string>> = {
  ENOSPC: "O disco com os dados do AI Hub está sem espaço (ENOSPC).",
  EDQUOT: "Sua cota no disco com os dados do AI Hub acabou (EDQUOT).",
  EROFS: "O disco com os dados do AI Hub só permite leitura (EROFS).",
};

function spent({ used, limit }: FailureFacts): string {
  return used === undefined || limit === undefined ? "" : ` (${used} de ${limit})`;
}
