import { createHash } from "node:crypto";

import { escapeHtml } from "../../shared/text/escapeHtml.ts";
import type { HubResponse } from "../http/message.ts";
import { editors, languageOf } from "./editors.ts";

interface Words {
  readonly title: string;
  readonly editorLead: string;
  readonly openIn: string;
  readonly install: string;
  readonly signInAfter: string;
  readonly others: string;
  readonly othersLead: string;
}

const words: Readonly<Record<"en" | "pt-BR", Words>> = {
  en: {
    title: "Connect to this hub",
    editorLead: "First install AI Hub in your editor, then open it with this hub's address.",
    openIn: "Open in",
    install: "Download AI Hub for your editor",
    signInAfter: "The editor asks whether to use this hub, and you sign in with your account.",
    others: "Other programs",
    othersLead:
      "Claude Code, opencode and the AI Hub agent sign in with your account. The others need a token, which you make in the console under Tokens.",
  },
  "pt-BR": {
    title: "Conectar a este hub",
    editorLead: "Primeiro instale o AI Hub no seu editor e depois abra-o com o endereço deste hub.",
    openIn: "Abrir em",
    install: "Baixar o AI Hub para o seu editor",
    signInAfter: "O editor pergunta se deve usar este hub, e você entra com a sua conta.",
    others: "Outros programas",
    othersLead:
      "O Claude Code, o opencode e o agente do AI Hub entram com a sua conta. Os demais precisam de um token, que você cria no console em Tokens.",
  },
};

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .5rem; }
li a { display: block; padding: .5rem .75rem; border: 1px solid; border-radius: 4px; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid; border-radius: 4px; }
`;
const styleHash = createHash("sha256").update(style).digest("base64");

/** The page for a person who got this hub's address: links for editors, and lines for other programs. */
export function connectPage(origin: string, acceptLanguage = ""): HubResponse {
  const language = languageOf(acceptLanguage);
  const text = words[language];
  const address = escapeHtml(origin);
  const links = editors.flatMap(({ name, scheme }) => {
    if (scheme === undefined) {
      return [];
    }
    const link = `${scheme}://aihub.ai-hub/connect?hub=${encodeURIComponent(origin)}`;
    return [`<li><a href="${escapeHtml(link)}">${text.openIn} ${name}</a></li>`];
  });
  const programs = programLines(address).map(
    ([name, lines]) => `<h3>${name}</h3>\n<pre tabindex="0"><code>${lines}</code></pre>`,
  );
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`,
      vary: "accept-language",
    },
    body: `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${text.title}</title><style>${style}</style>
<main>
<h1>${text.title}</h1>
<p><code>${address}</code></p>
<p>${text.editorLead}</p>
<p><a href="/vscode-extension">${text.install}</a></p>
<ul>${links.join("\n")}</ul>
<p>${text.signInAfter}</p>
<h2>${text.others}</h2>
<p>${text.othersLead}</p>
${programs.join("\n")}
</main>
</html>
`,
  };
}

function programLines(address: string): readonly (readonly [name: string, lines: string])[] {
  return [
    [
      "Claude Code (~/.claude/settings.json, /login)",
      `{
  "forceLoginMethod": "gateway",
  "forceLoginGatewayUrl": "${address}/hub"
}`,
    ],
    ["opencode", `opencode auth login ${address}`],
    ["AI Hub agent", `node agent.mjs --hub ${address} --sign-in`],
    [
      "Codex (~/.codex/config.toml)",
      `model_provider = "hub"

[model_providers.hub]
name = "hub"
base_url = "${address}/hub/v1"
env_key = "AI_HUB_TOKEN"
wire_api = "responses"
http_headers = { "X-Hub-App" = "codex" }`,
    ],
    ["Cline, Continue (OpenAI compatible)", `${address}/hub/v1`],
  ];
}
