import type { Words } from "../en/en.ts";
import { manyPtBr as many } from "../forms/plural.ts";
import { contextPtBr } from "./contextPtBr.ts";
import { editingPtBr } from "./editingPtBr.ts";
import { firstPtBr } from "./firstPtBr.ts";
import { governancePtBr } from "./governancePtBr.ts";
import { historyPtBr } from "./historyPtBr.ts";
import { protectionPtBr } from "./protectionPtBr.ts";
import { readingPtBr } from "./readingPtBr.ts";
import { toolsPtBr } from "./toolsPtBr.ts";
import { turnsPtBr } from "./turnsPtBr.ts";

export const ptBr: Words = {
  conversation: "Conversa",
  you: "Você",
  context: "Contexto",
  undo: "Desfazer",

  sentWith: "Enviado com a mensagem",
  remove: (name) => `Remover ${name}`,
  open: (name) => `Abrir ${name}`,
  largeAttachment: (size) => `${size}, ocupa boa parte do contexto`,
  hiddenCharacters: (count, shown) =>
    `${shown} ${many(count, "caractere", "caracteres")} que você não vê, mas o modelo lê`,
  longText: "Texto longo",
  longTextHint: (size) => `${size}, enviado sem alteração`,

  regenerate: "Gerar de novo",
  editMessage: "Editar mensagem",
  copyMessage: "Copiar mensagem",
  copied: "Copiado",
  previousVersion: "Versão anterior",
  nextVersion: "Próxima versão",
  version: (index, count) => `Versão ${index} de ${count}`,
  saveEdit: "Enviar de novo",
  cancel: "Cancelar",
  editHint: "Enter envia de novo, Esc cancela",
  showAll: (size) => `Mostrar tudo (${size})`,
  showLess: "Mostrar menos",
  showEarlier: "Mostrar mensagens anteriores",
  jumpToLatest: "Ir para o fim",

  thinking: "Pensando…",
  thought: "Pensou",
  thoughtFor: (duration) => `Pensou por ${duration}`,
  reasoning: "Raciocínio",
  answering: "Respondendo…",
  lastSent: {
    nothing: "O hub ainda não enviou nada.",
    head: "O hub aceitou a requisição e ainda não enviou texto.",
    life: "O hub enviou por último um sinal de vida, sem texto.",
    content: "O hub enviou texto por último.",
  },
  waiting: (duration) => `Esperando o modelo há ${duration}`,
  retrying: (duration) => `Nova tentativa em ${duration}`,
  retryingNow: "Tentando de novo agora",
  attempt: (count) => `tentativa ${count}`,

  tokens: (input, output) => `${input} → ${output} tokens`,
  outputTokens: (output) => `${output} tokens`,
  askedFor: (model) => `pedido a ${model}`,

  stoppedEarly: "Você parou a resposta antes de ela começar.",
  stopped: "Você parou a resposta.",
  stoppedNext: "Continue daqui ou tente de novo.",
  stoppedEarlyNext: "Tente de novo quando quiser.",
  emptyAnswer: "O modelo respondeu sem texto.",
  continueAnswer: "Continuar",
  tryAgainIn: (duration) => `Você pode tentar de novo em ${duration}.`,
  chooseModel: "Escolher modelo",
  diagnose: "Diagnosticar…",
  details: "Detalhes",
  detailKind: "Tipo",
  detailStatus: "Status",
  detailCode: "Código",
  detailSystemCode: "Código do sistema",
  detailHost: "Host",
  detailRequestId: "ID da requisição",
  detailRaw: "O que o servidor disse",
  copyDetails: "Copiar detalhes",

  models: "Modelos",
  searchModels: "Buscar",
  refresh: "Atualizar",
  loadingModels: "Perguntando ao hub…",
  updatedAt: (time) => `Atualizado às ${time}`,
  contextSize: (size) => `Contexto de ${size}`,
  contextNotReported: "Contexto não informado",
  abilitiesNotReported: "recursos não informados",
  tools: "ferramentas",
  vision: "imagens",
  reasons: "raciocínio",
  plainText: "só texto",
  setByOrganisation: "Definido pela sua organização",
  moreModels: (count, shown) =>
    `Mais ${shown} ${many(count, "modelo", "modelos")}, digite para filtrar`,
  modelCount: (count, shown) => `${shown} ${many(count, "modelo", "modelos")}`,
  noModels: "O hub não lista modelos. Digite o nome de um.",
  useModel: (id) => `Usar “${id}”`,
  listFailed: "Você pode digitar o nome de um modelo.",

  startTitle: "Converse com o seu código",
  startTextInBrowser:
    "As respostas vêm do hub de IA da sua organização. Como este editor roda no navegador, o hub precisa permitir o endereço dele: se não responder, fale com quem o administra.",
  startText:
    "As respostas vêm do hub de IA da sua empresa. Se não tiver um, experimente aqui mesmo.",
  tryWithoutHub: "Experimentar sem um hub",
  tryWithoutHubHint: "Inicia um pequeno hub nesta máquina. Nada sai dela.",
  startingHub: "Iniciando o hub local…",
  orConnect: "Ou conecte-se ao seu hub",
  hubAddress: "Endereço do hub",
  hubAddressExample: "https://hub.exemplo.com.br",
  connect: "Conectar",
  tokenTitle: "Só falta o token",
  tokenText: (host) =>
    `${host} precisa do seu token. Ele fica guardado no cofre de segredos do editor e só é enviado para lá.`,
  signIn: "Entrar",
  signInText: (host) => `Entre em ${host} com a sua conta. Ou cole um token que você criou lá.`,
  changeAddress: "Trocar endereço",
  rulesBroken:
    "As regras da sua organização nesta máquina não podem ser lidas; por isso nada é enviado. Fale com o administrador.",
  rulesOldVersion: "A sua organização exige uma versão mais nova do AI Hub. Atualize-o.",
  rulesOtherHub: "A sua organização permite outros hubs nesta máquina. Peça o endereço.",
  badAddressTitle: "O endereço do hub não pode ser usado",
  hubProblemTitle: "Sem conexão com o hub",
  needsTokenBar: (host) => `${host} precisa de um token.`,
  needsBaseUrlBar: "Ainda não há um hub para perguntar.",
  addressEmpty: "Informe o endereço do seu hub.",
  addressNotAUrl: "Isto não é um endereço. Ele se parece com https://hub.exemplo.com.br.",
  addressWhitespace: "Há um espaço no endereço. Tire-o.",
  addressScheme: "O endereço precisa começar com https://.",
  addressInsecure:
    "http sem criptografia só vale nesta máquina, porque o token vai junto. Use https://.",
  addressCredentials: "Tire o usuário e a senha do endereço. O token é informado à parte.",
  addressQuery: "Tire do endereço o que vem depois de ? ou #.",
  addressOther: "Este endereço não pode ser usado.",

  openFailed: "Não foi possível abrir esta conversa.",
  openFailedNext: "Tente de novo ou comece uma nova conversa. Nada foi excluído.",

  answerStarted: "Resposta iniciada",
  answerComplete: "Resposta completa",
  answerStopped: "Resposta interrompida",
  codeOmitted: "Código.",

  code: "Código",
  codeIn: "Código, {language}",
  codeLine: "linha {start}",
  codeLines: "linhas {start}–{end}",
  copyCode: "Copiar código",
  insertAtCursor: "Inserir no cursor",
  table: "Tabela",
  imageNotLoaded: "Imagem não carregada",
  taskDone: "Feito",
  taskOpen: "A fazer",

  ...firstPtBr,
  ...historyPtBr,
  ...turnsPtBr,
  ...toolsPtBr,
  ...contextPtBr,
  ...editingPtBr,
  ...governancePtBr,
  ...protectionPtBr,
  ...readingPtBr,
};
