import { agentLevels } from "../../../shared/hubApi/agentLevels.ts";
import type { Field } from "../../forms/fields.ts";
import type { Words } from "../../words/en.ts";

export function agentFields(words: Words): readonly Field[] {
  const group = words.agent;
  return [
    { name: "agent.is_allowed", label: words.agentAllowed, kind: "check", group },
    { name: "agent.allow_commands", label: words.agentCommands, kind: "check", group },
    {
      name: "agent.max_level",
      label: words.agentLevel,
      kind: "select",
      group,
      isHalf: true,
      options: [
        { value: "", label: words.noLimit },
        ...agentLevels.map((value) => ({ value, label: words.agentLevelName[value] })),
      ],
    },
    {
      name: "agent.mcp_servers",
      label: words.agentServers,
      hint: words.agentServersHint,
      kind: "lines",
      group,
      isHalf: true,
    },
    {
      name: "agent.mcp_pins",
      label: words.agentPins,
      hint: words.agentPinsHint,
      kind: "lines",
      group,
    },
    {
      name: "agent.web_sites",
      label: words.agentSites,
      hint: words.agentSitesHint,
      kind: "lines",
      group,
    },
    {
      name: "agent.max_run_cost",
      label: words.agentRunCost,
      hint: words.agentRunHint,
      kind: "decimal",
      group,
      isHalf: true,
    },
    {
      name: "agent.max_run_tokens",
      label: words.agentRunTokens,
      hint: words.agentTokensHint,
      kind: "count",
      group,
      isHalf: true,
    },
    checksField(words),
  ];
}

function checksField(words: Words): Field {
  return {
    name: "agent.checks",
    label: words.agentChecks,
    hint: words.agentChecksHint,
    kind: "rows",
    group: words.agentChecks,
    columns: [
      {
        name: "command",
        label: words.agentCheckCommand,
        kind: "text",
        isRequired: true,
        maxLength: 2000,
      },
      { name: "files", label: words.agentCheckFiles, kind: "lines", isOmitted: true },
      { name: "seconds", label: words.agentCheckSeconds, kind: "count", isOmitted: true },
    ],
  };
}
