export const enAgent = {
  agent: "Agents",
  agentAllowed: "Runs of an agent allowed",
  agentCommands: "Runs may execute commands",
  agentLevel: "Highest level without a question",
  agentLevelName: {
    ask: "Only reading",
    edits: "Edits",
    sandbox: "Edits, and commands in the sandbox",
  },
  agentServers: "Allowed MCP servers",
  agentServersHint:
    "One a line: https://host/path, command:/path arguments, npx:package@1.2.*, uvx:… Only a name is weak.",
  weakEntry: (entry: string): string => `weak, only a name: ${entry}`,
  exclusions: "Excluded paths",
  exclusionsHint:
    "One a line, as finance/ or **/*.key. Their content leaves no machine, and nothing reads it.",
  clients: "Clients",
  clientSettings: "Fixed settings",
  clientSettingsHint:
    'As JSON: {"aiHub.model": "house", "aiHub.agent.level": "ask"}. People see “Set by your organisation”.',
  clientVersion: "Oldest version that may send, as 1.2.3",
  agentSites: "Web sites",
  agentSitesHint:
    "One site a line, as https://example.com. Runs read its pages without a question.",
  agentChecks: "Checks before a run is done",
  agentChecksHint:
    "Commands that must pass, beside those of each person. They need approval, a rule or the sandbox, as every command.",
  agentCheckCommand: "Command",
  agentCheckFiles: "Only after a change of (one pattern a line)",
  agentCheckSeconds: "Time limit in seconds (empty: 300)",
  agentPins: "Pins of MCP tools",
  agentPinsHint:
    "One tool a line, as the extension copies it (MCP Servers…, a server, Copy pins for the hub…). If a server has pins, only its pinned tools may be used, in the pinned version. Empty: no pins.",
  agentRunCost: "Highest cap of a run",
  agentRunHint: "In the hub's currency. Empty: no limit.",
  agentRunTokens: "Highest cap of a run, in tokens",
  agentTokensHint: "For models without a price. Empty: no limit.",
};
