import { secretLabelsIn } from "../../shared/guarded/secretNames.ts";
import type { enKinds } from "./enKinds.ts";

export const ptBrKinds: typeof enKinds = {
  routeTo: "Modelo interno",
  routeToHint:
    "Recebe as requisições com valores de um tipo que vai a um modelo interno. Vazio: o primeiro permitido por id. Sem nenhum, ou fora do ar: bloqueadas.",
  refuseUnread: "Recusar arquivos que não podem ser examinados",
  refuseUnreadHint:
    "Como arquivos compactados com senha, áudio, formatos desconhecidos, links e arquivos corrompidos.",
  kinds: "Dados sensíveis",
  kindsLead:
    "Tipos de dados que só a sua organização tem. Os perfis definem as ações dos tipos que já existem.",
  kindsEmpty:
    "Nenhum tipo ainda. Crie um para matrículas, nomes de projetos ou códigos de contrato.",
  newKind: "Novo tipo",
  createKind: "Criar tipo",
  kindLabelEn: "Nome em inglês",
  kindLabelPt: "Nome em português",
  kindPlaceholder: "Marcador",
  kindPlaceholderHint: "De 2 a 14 letras maiúsculas, sem X: MATRICULA gera [MATRICULA_1].",
  kindForm: "Forma dos valores",
  kindFinds: "Encontra",
  kindPattern: "Padrão",
  kindPatternHint:
    "Por exemplo EMP-\\d{5}. Sem + e *: use {1,20}. Os valores são palavras inteiras.",
  kindCase: "Diferenciar maiúsculas de minúsculas",
  kindCheck: "Dígito verificador",
  kindNoCheck: "Nenhum",
  kindCheckName: {
    luhn: "Luhn",
    mod10: "Módulo 10 (3, 1)",
    mod11: "Módulo 11 (2 a 9)",
    mod97: "Módulo 97 (ISO 7064)",
    weights: "Pesos próprios",
  },
  kindWeights: "Pesos próprios",
  kindWeightsHint: "Um para cada dígito antes do verificador, a partir da esquerda: 2, 3, 4",
  kindModulus: "Módulo",
  kindWords: "Palavras próximas",
  kindNear: "Palavras que devem estar perto",
  kindNearHint: "Uma palavra por linha, a até 60 caracteres. Vazio: nenhuma palavra é necessária.",
  kindExcuse: "Palavras que não podem estar perto",
  kindExcuseHint: "Uma palavra por linha. Um valor perto dela não conta.",
  kindAction: "Ação",
  kindProfiles: "Outras ações de perfis",
  kindActsFrom: "Em teste até",
  kindActsFromHint: "Até lá, os valores só são contados na auditoria. Vazio: age de imediato.",
  kindActive: "Ativo",
  secretKind: secretLabelsIn("pt-br"),
  kindFromFile: (state) => `${state}, pelo arquivo de configuração`,
  kindTrialUntil: (day) => `Em teste até ${day}`,
  kindTermCount: (count) => (count === "1" ? "1 termo" : `${count} termos`),
  terms: "Termos",
  termsOf: (name) => `Termos de ${name}`,
  termsList: "Termos exatos",
  termsHint:
    "Um por linha, até 100.000. Substituem a lista gravada, que não pode ser exibida: só os hashes são gravados.",
  termsStored: (terms, duplicates, refused) =>
    `Gravados: ${terms}. Repetidos: ${duplicates}. Não usados, por serem curtos ou longos demais: ${refused}.`,
  tryOut: "Testar o tipo",
  tryText: "Texto para testar",
  tryTextHint: "A busca é feita no texto, que não é gravado.",
  tryNow: "Testar",
  tryFound: (count) => (count === "1" ? "1 valor encontrado" : `${count} valores encontrados`),
  tryCost: (size, longest, bits) =>
    `Custo: ${size} caracteres por extenso, maior resultado ${longest}, raridade ${bits} bits.`,
  tryWeek: (acted, trial, requests) =>
    `Últimos 7 dias: valores com ação: ${acted}; em teste: ${trial}; requisições: ${requests}.`,
};
