import type { Translated } from "./translated.ts";
import type { turnsEn } from "./turnsEn.ts";

export const turnsPtBr: Translated<typeof turnsEn> = {
  undecided: "Escolha uma das respostas para continuar a partir dela.",

  addToQueue: "Colocar na fila",
  queue: "Fila",
  queued: (count: string): string => `Na fila: ${count}`,
  queuePausedFailed: "Em pausa, porque a última resposta não está completa.",
  queuePausedStopped: "Em pausa, porque você parou a resposta.",
  queuePausedRestored: "Em pausa desde que o editor foi reiniciado.",
  queuePausedUndecided: "Em pausa até você escolher uma das respostas.",
  resumeQueue: "Enviar a próxima",
  editQueued: "Editar mensagem da fila",
  saveQueued: "Salvar",
  sendQueuedNow: "Parar e enviar agora",
  sendQueued: "Enviar agora",
  moveQueuedUp: "Mover para cima",
  moveQueuedDown: "Mover para baixo",
  removeQueued: "Remover da fila",
  queuedFor: (model: string): string => `para ${model}`,
  attachmentsOnly: "(só anexos)",

  regenerateWith: "Perguntar a outro modelo",
  compareModels: "Comparar modelos",
  sendToCompare: "Perguntar a vários modelos",
  chooseCompared: "Escolha dois ou três modelos",
  compareChosen: (count: string): string => `Comparar ${count} modelos`,
  comparison: "Respostas lado a lado",
  keepAnswer: "Ficar com esta",
  keepAnswerOf: (model: string): string => `Ficar com esta: ${model}`,
  fork: "Criar cópia a partir daqui",

  quote: "Citar",
  quoteHint: "Citar na mensagem (Alt+Q)",

  notAnImage: (name: string): string =>
    `${name} não é uma imagem que os modelos aceitem. Use PNG, JPEG, GIF ou WebP.`,
  imageTooLarge: (name: string): string =>
    `${name} é grande demais para um modelo. Envie uma imagem menor.`,
  tooManyAttachments: "A mensagem não comporta mais anexos. Remova um antes.",
  takesNoImages: (model: string): string => `${model} não aceita imagens.`,
  useOther: (model: string): string => `Usar ${model}`,
  removeImagesHint: "Escolha um modelo que aceite ou remova as imagens.",
  noImageModel:
    "Nenhum modelo deste hub informa que aceita imagens. Remova as imagens ou escolha outro modelo.",
  showImage: (name: string): string => `Mostrar ${name}`,
  closeImage: "Fechar imagem",
  pixels: (width: string, height: string): string => `${width} × ${height} pixels`,
  pastedImage: "Imagem colada",

  answerDetails: "Detalhes da resposta",
  tokensPerSecond: (count: string): string => `${count} tokens/s`,
  detailModelAsked: "Modelo pedido",
  detailModelAnswered: "Modelo que respondeu",
  detailInput: "Tokens enviados",
  detailCached: "destes, do cache",
  detailOutput: "Tokens recebidos",
  detailCost: "Custo",
  detailFirstText: "Até o primeiro texto",
  detailDuration: "No total",
  detailSpeed: "Velocidade",
  detailReason: "Terminou com",
};
