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
  /** HTML. */
  readonly othersLead: string;
  readonly agent: string;
  readonly compatible: string;
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
      'Claude Code, opencode and the AI Hub agent sign in with your account. The others need a token, which you make in the console under <a href="/hub/console/tokens">Tokens</a>.',
    agent: "AI Hub agent",
    compatible: "OpenAI compatible",
  },
  "pt-BR": {
    title: "Conectar a este hub",
    editorLead: "Primeiro instale o AI Hub no seu editor e depois abra-o com o endereço deste hub.",
    openIn: "Abrir em",
    install: "Baixar o AI Hub para o seu editor",
    signInAfter: "O editor pergunta se deve usar este hub, e você entra com a sua conta.",
    others: "Outros programas",
    othersLead:
      'O Claude Code, o opencode e o agente do AI Hub entram com a sua conta. Os demais precisam de um token, que você cria no console em <a href="/hub/console/tokens">Tokens</a>.',
    agent: "Agente do AI Hub",
    compatible: "compatível com OpenAI",
  },
};

const style = `
:root {
  color-scheme: light dark;
  --line: light-dark(#d0d4dc, #3c4048);
  --faint: light-dark(#f3f4f7, #23262c);
  --link: light-dark(#1a56c4, #7fb0ff);
  background: light-dark(#fff, #191b1f);
  color: light-dark(#1f2328, #e4e6ea);
}
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 2.2em; }
h3 { margin: 1.5em 0 .5em; font-size: 1em; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .5rem; }
li a { display: block; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: 6px; text-decoration: none; }
li a:hover { background: var(--faint); }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; margin: 0; padding: .75rem; border: 1px solid var(--line); border-radius: 6px; background: var(--faint); }
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
  const programs = programLines(address, text).map(
    ([name, lines]) => `<h3>${name}</h3>\n<pre><code>${lines}</code></pre>`,
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

function programLines(
  address: string,
  { agent, compatible }: Words,
): readonly (readonly [name: string, lines: string])[] {
  return [
    [
      "Claude Code (~/.claude/settings.json, /login)",
      `{
  "forceLoginMethod": "gateway",
  "forceLoginGatewayUrl": "${address}/hub"
}`,
    ],
    ["opencode", `opencode auth login ${address}`],
    [agent, `node agent.mjs --hub ${address} --sign-in`],
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
    [`Cline, Continue (${compatible})`, `${address}/hub/v1`],
  ];
}
