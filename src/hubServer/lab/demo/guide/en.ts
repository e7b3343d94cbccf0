import type { GuideSection } from "./section.ts";

export const guideEn: readonly GuideSection[] = [
  {
    title: "What AI Hub is",
    askedAs: "what does this extension do purpose about overview product",
    text: `AI Hub is a chat in the side bar of VS Code and its forks. It talks to your organisation's **hub**: a gateway to language models that applies the organisation's rules (models, budgets, limits, data protection).

- Answers stream in as they are written.
- Your code goes along only when you say so.
- Every request carries your hub token and the header \`X-Hub-App: vscode\`.`,
  },
  {
    title: "First use",
    askedAs: "begin setup connect getting started how to use configure",
    text: `Open **AI Hub** in the activity bar.

1. **With a hub:** enter its address, then click the key icon and paste your token. The token is tried at once.
2. **Without a hub:** choose *Try it without a hub*. That starts the bundled local hub on your machine, with this demonstration model.`,
  },
  {
    title: "The token",
    askedAs: "api key secret password sk_hub login credential authentication change",
    text: `A token looks like \`sk_hub_…\`. You make it in the AI Hub area of your organisation, under **Tokens**.

- Click the **key icon** in the chat's title bar (command *AI Hub: Set Token*) and paste it. Quotes, spaces and a leading \`Bearer\` are taken off.
- It is kept in the editor's secret store, for that hub's address only, and never written to a log or shown in the page.
- *AI Hub: Clear Token* forgets it.`,
  },
  {
    title: "The hub's address",
    askedAs: "base url server endpoint baseUrl host address change",
    text: `The setting \`aiHub.baseUrl\` is the part before \`/hub/v1\`, such as \`https://hub.example.com\`. A pasted \`…/hub/v1/chat/completions\` is understood.

Plain \`http\` is accepted for this machine only. A workspace cannot set the address, so that a folder you open cannot send your token elsewhere. Empty means the local hub.`,
  },
  {
    title: "Choosing a model",
    askedAs: "model picker switch select llm gpt list context size",
    text: `Click the model's name below the message, or run *AI Hub: Select Model*. The list comes from the hub and shows the context size and abilities that the hub reports. Your choice is remembered in the setting \`aiHub.model\`. If the list cannot be had, you can type a model id.`,
  },
  {
    title: "Adding code to the context",
    askedAs: "attach file selection send code snippet include editor add",
    text: `Select code and run *AI Hub: Add Selection* (editor context menu, or **Shift+Alt+S**). Without a selection it takes the current line.

What is attached is listed above the message with its file and lines; each item can be opened or removed. It is sent with the message in a fenced block, once, and stays visible with that message.`,
  },
  {
    title: "Writing and sending",
    askedAs: "enter newline shift keyboard shortcut keys message",
    text: `| key | what it does |
|---|---|
| Enter | sends |
| Shift+Enter | a new line |
| Escape | stops the answer |
| Shift+Alt+Q | puts the cursor in the chat |
| Shift+Alt+S | adds the selection |

On a Mac it is Option instead of Alt. What you have written is a draft that is kept until it is sent.`,
  },
  {
    title: "Stopping, continuing, asking again",
    askedAs: "stop cancel regenerate retry incomplete cut off edit resend branch",
    text: `- **Stop** ends the answer; what came stays.
- An answer counts as complete only if the hub said so. Otherwise it is marked incomplete, with **Continue** and **Try again**.
- **Regenerate** asks again, **Edit message** changes an earlier question. What was there before stays as another version of the conversation.`,
  },
  {
    title: "Conversations are kept",
    askedAs: "history lost saved reload crash storage where conversations old find",
    text: `*AI Hub: History* lists earlier conversations. They are files of yours on this machine, written as you go, so that hiding or moving the view, a reload or a crash loses neither the conversation nor the draft. *AI Hub: Export Chat* writes one as Markdown.`,
  },
  {
    title: "When something fails",
    askedAs:
      "error failure problem not working troubleshoot diagnose unauthorized 401 429 budget proxy certificate",
    text: `Each failure says what happened and what to do next; its request id is under *Details*.

| what it says | usual way out |
|---|---|
| token refused | paste a valid token with the key icon |
| budget used up | wait for its renewal, or ask the administrator |
| too many requests | wait for the countdown |
| data protection | remove the personal data that it names |
| too long for the model | remove attachments, or choose a larger model |
| not a hub | check the address; a proxy or sign-in page may be in between |

*AI Hub: Diagnose Connection* tries everything and writes a report without secrets.`,
  },
  {
    title: "Proxies and certificates",
    askedAs: "corporate proxy tls ssl certificate ca network firewall",
    text: `They follow the editor's own settings: \`http.proxy\`, \`http.proxySupport\`, \`http.noProxy\` and \`http.systemCertificates\`. Certificate checks are never switched off.`,
  },
  {
    title: "Privacy and safety",
    askedAs: "data leak secure html images links telemetry safe",
    text: `- The page builds text, never HTML; images in answers are not fetched; links open after a click and a check.
- The page has no network access at all; only the extension talks, and only to the hub.
- Redirects are refused, so that neither the token nor your text goes to another server.`,
  },
  {
    title: "The local hub",
    askedAs: "localhost local server start stop offline without hub demo bundled process",
    text: `*AI Hub: Start Local Hub* starts a hub on this machine as a process of its own; all your windows share it. It ends a minute after the last window is gone, or by *AI Hub: Stop Local Hub*. It listens on the loopback only, with a new token each time, and refuses web pages.`,
  },
  {
    title: "Real models: Ollama, llama.cpp and other upstreams",
    askedAs:
      "ollama llama.cpp vllm lm studio openai upstream real model own local language model gpu",
    text: `In lab mode the local hub offers the models of an **Ollama** (port 11434) or **llama.cpp** (port 8080) that already runs on this machine. For others, start it yourself:

\`\`\`sh
npm run hub -- --lab --upstream http://127.0.0.1:11434
AI_HUB_UPSTREAM_KEY=… npm run hub -- --upstream https://llm.example.com
\`\`\`

\`--upstream\` may be repeated and named (\`name=url\`); any server with an OpenAI-compatible API works.`,
  },
  {
    title: "Running the hub",
    askedAs:
      "hub flags command line port data directory lab json npm run hub environment variables",
    text: `\`npm run hub -- --help\` lists its flags. The most used:

| flag | meaning |
|---|---|
| \`--port\` | port, 8787 if not given; 0 takes a free one |
| \`--lab\` | demonstration: a token for this run, and scripted models |
| \`--upstream\` | an OpenAI-compatible server |
| \`--data\` | data directory; one hub at a time uses it |
| \`--json\` | one line of JSON with address and token |

Each is also an environment variable, such as \`AI_HUB_PORT\`. Without \`--lab\`, tokens are made with the administrator's token: \`POST /hub/admin/v1/tokens\`.`,
  },
  {
    title: "Other tools with the same hub",
    askedAs: "api openai sdk client curl integrate endpoint chat completions",
    text: `Any client of the OpenAI chat format works with the base URL \`…/hub/v1\` and a hub token:

\`\`\`sh
curl http://127.0.0.1:8787/hub/v1/chat/completions \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{"model": "hub-demo", "messages": [{"role": "user", "content": "Hello"}]}'
\`\`\``,
  },
  {
    title: "Installing the extension",
    askedAs:
      "install vsix zip manual download editor cursor vscodium windsurf code-server update version",
    text: `- **From the vsix:** *Extensions* → … → *Install from VSIX…*
- **From the zip:** open \`/vscode-extension\` at your hub's address: it has the download, the folder's name with its version, and the steps. Unpack it elsewhere, rename the folder, move it into the editor's extensions directory while the editor is open, and reload the window.

It needs VS Code 1.104 or newer, or a fork built on that.`,
  },
  {
    title: "Settings",
    askedAs: "options preferences configuration json language portuguese",
    text: `| setting | meaning |
|---|---|
| \`aiHub.baseUrl\` | address of the hub; empty uses the local hub |
| \`aiHub.model\` | model for new messages; the picker changes it |

Both are yours only: a workspace cannot set them. The language follows the editor (English or Brazilian Portuguese).`,
  },
];
