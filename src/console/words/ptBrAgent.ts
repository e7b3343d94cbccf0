import type { Words } from "./en.ts";
import type { enAgent } from "./enAgent.ts";

export const ptBrAgent: Pick<Words, keyof typeof enAgent> = {
  agent: "Agentes",
  agentAllowed: "Execuções de agente permitidas",
  agentCommands: "Execuções podem rodar comandos",
  agentLevel: "Nível máximo sem perguntar",
  agentLevelName: {
    ask: "Só leitura",
    edits: "Edições",
    sandbox: "Edições e comandos no sandbox",
  },
  agentServers: "Servidores MCP permitidos",
  agentServersHint:
    "Um por linha: https://host/caminho, command:/caminho argumentos, npx:pacote@1.2.*, uvx:… Só um nome é fraco.",
  weakEntry: (entry: string): string => `fraco, só um nome: ${entry}`,
  exclusions: "Caminhos excluídos",
  exclusionsHint:
    "Um por linha, como finance/ ou **/*.key. O conteúdo não sai da máquina e nada o lê.",
  clients: "Clientes",
  clientSettings: "Configurações fixas",
  clientSettingsHint:
    'Em JSON: {"aiHub.model": "house", "aiHub.agent.level": "ask"}. As pessoas veem “Definido pela sua organização”.',
  clientVersion: "Versão mais antiga que pode enviar, como 1.2.3",
  agentSites: "Sites da web",
  agentSitesHint: "Um site por linha, como https://example.com. As páginas são lidas sem pergunta.",
  agentChecks: "Verificações antes de uma execução terminar",
  agentChecksHint:
    "Comandos que precisam passar, além dos de cada pessoa. Precisam de aprovação, de uma regra ou do sandbox, como todo comando.",
  agentCheckCommand: "Comando",
  agentCheckFiles: "Somente depois de uma alteração de (um padrão por linha)",
  agentCheckSeconds: "Limite de tempo em segundos (em branco: 300)",
  agentPins: "Fixações de ferramentas MCP",
  agentPinsHint:
    "Uma ferramenta por linha, como a extensão a copia (Servidores MCP…, um servidor, Copiar fixações para o hub…). Se um servidor tem fixações, só as ferramentas fixadas podem ser usadas, na versão fixada. Em branco: nenhuma fixação.",
  agentRunCost: "Maior limite de uma execução",
  agentRunHint: "Na moeda do hub. Em branco: sem limite.",
  agentRunTokens: "Maior limite de uma execução, em tokens",
  agentTokensHint: "Para modelos sem preço. Em branco: sem limite.",
};
