import type { GuideSection } from "./section.ts";

export const guidePtBr: readonly GuideSection[] = [
  {
    title: "O que é o AI Hub",
    askedAs: "o que faz esta extensão para que serve sobre visão geral produto",
    text: `O AI Hub é um chat na barra lateral do VS Code e de seus forks. Ele conversa com o **hub** da sua organização: um gateway para modelos de linguagem que aplica as regras da organização (modelos, orçamentos, limites, proteção de dados).

- As respostas aparecem enquanto são escritas.
- Seu código só vai junto quando você decide.
- Cada requisição leva o seu token do hub e o cabeçalho \`X-Hub-App: vscode\`.`,
  },
  {
    title: "Primeiro uso",
    askedAs: "começar iniciar conectar como usar configurar primeira vez",
    text: `Abra **AI Hub** na barra de atividades.

1. **Com um hub:** informe o endereço, clique no ícone de chave e cole o seu token. Ele é testado na hora.
2. **Sem um hub:** escolha *Experimentar sem um hub*. Isso inicia na sua máquina o hub local que vem junto, com este modelo de demonstração.`,
  },
  {
    title: "O token",
    askedAs: "chave api segredo senha sk_hub login credencial autenticação trocar colar",
    text: `Um token tem a forma \`sk_hub_…\`. Você o cria na área AI Hub da sua organização, em **Tokens**.

- Clique no **ícone de chave** na barra de título do chat (comando *AI Hub: Definir token*) e cole. Aspas, espaços e um \`Bearer\` no início são retirados.
- Ele fica no cofre de segredos do editor, só para o endereço daquele hub, e nunca aparece em um log nem na página.
- *AI Hub: Excluir token* o esquece.`,
  },
  {
    title: "O endereço do hub",
    askedAs: "base url servidor endpoint baseUrl host mudar endereço",
    text: `A configuração \`aiHub.baseUrl\` é a parte antes de \`/hub/v1\`, como \`https://hub.example.com\`. Um \`…/hub/v1/chat/completions\` colado é entendido.

\`http\` sem TLS só é aceito para esta máquina. Um espaço de trabalho não pode definir o endereço: assim, uma pasta que você abre não consegue mandar o seu token para outro lugar. Vazio significa o hub local.`,
  },
  {
    title: "Escolher um modelo",
    askedAs: "trocar selecionar modelo llm gpt lista contexto tamanho",
    text: `Clique no nome do modelo abaixo da mensagem, ou execute *AI Hub: Escolher modelo*. A lista vem do hub e mostra o tamanho do contexto e as capacidades que o hub informa. A escolha fica na configuração \`aiHub.model\`. Se a lista não puder ser obtida, dá para digitar o id de um modelo.`,
  },
  {
    title: "Adicionar código ao contexto",
    askedAs: "anexar arquivo seleção enviar trecho incluir editor adicionar",
    text: `Selecione o código e execute *AI Hub: Adicionar seleção* (menu de contexto do editor, ou **Shift+Alt+S**). Sem seleção, vai a linha atual.

O que foi anexado aparece acima da mensagem, com arquivo e linhas; cada item pode ser aberto ou removido. Ele é enviado com a mensagem em um bloco de código, uma única vez, e continua visível junto dela.`,
  },
  {
    title: "Escrever e enviar",
    askedAs: "enter nova linha shift atalho teclado teclas mensagem",
    text: `| tecla | o que faz |
|---|---|
| Enter | envia |
| Shift+Enter | nova linha |
| Escape | interrompe a resposta |
| Shift+Alt+Q | põe o cursor no chat |
| Shift+Alt+S | adiciona a seleção |

No Mac é Option em vez de Alt. O que você escreveu é um rascunho, guardado até ser enviado.`,
  },
  {
    title: "Parar, continuar, perguntar de novo",
    askedAs: "parar cancelar regenerar tentar incompleta cortada editar reenviar versão",
    text: `- **Parar** encerra a resposta; o que chegou fica.
- Uma resposta só conta como completa se o hub disse que terminou. Senão é marcada como incompleta, com **Continuar** e **Tentar de novo**.
- **Gerar de novo** pergunta de novo, **Editar mensagem** muda uma pergunta anterior. O que havia antes fica como outra versão da conversa.`,
  },
  {
    title: "As conversas ficam guardadas",
    askedAs: "histórico perdi salvo recarregar travou onde conversas antigas encontrar exportar",
    text: `*AI Hub: Histórico* lista as conversas anteriores. São arquivos seus nesta máquina, gravados à medida que você conversa: esconder ou mover a vista, recarregar ou uma queda não perdem nem a conversa nem o rascunho. *AI Hub: Exportar chat* grava uma conversa em Markdown.`,
  },
  {
    title: "Quando algo falha",
    askedAs:
      "erro falha problema não funciona diagnóstico não autorizado 401 429 orçamento proxy certificado",
    text: `Cada falha diz o que aconteceu e o que fazer; o id da requisição está em *Detalhes*.

| o que diz | saída usual |
|---|---|
| token recusado | cole um token válido com o ícone de chave |
| orçamento esgotado | espere a renovação, ou fale com o administrador |
| requisições demais | espere a contagem regressiva |
| proteção de dados | retire os dados pessoais indicados |
| longo demais para o modelo | retire anexos, ou escolha um modelo maior |
| não é um hub | confira o endereço; pode haver um proxy ou uma página de login no meio |

*AI Hub: Diagnosticar conexão* testa tudo e escreve um relatório sem segredos.`,
  },
  {
    title: "Proxies e certificados",
    askedAs: "proxy corporativo tls ssl certificado ca rede firewall",
    text: `Seguem as configurações do próprio editor: \`http.proxy\`, \`http.proxySupport\`, \`http.noProxy\` e \`http.systemCertificates\`. A verificação de certificados nunca é desligada.`,
  },
  {
    title: "Privacidade e segurança",
    askedAs: "dados vazamento seguro html imagens links telemetria",
    text: `- A página monta texto, nunca HTML; imagens de respostas não são buscadas; links abrem depois de um clique e de uma verificação.
- A página não tem acesso nenhum à rede; só a extensão fala, e só com o hub.
- Redirecionamentos são recusados: nem o token nem o seu texto vão para outro servidor.`,
  },
  {
    title: "O hub local",
    askedAs: "localhost servidor local iniciar parar offline sem hub demonstração processo",
    text: `*AI Hub: Iniciar hub local* inicia um hub nesta máquina, como processo próprio; todas as suas janelas o compartilham. Ele termina um minuto depois de a última janela sair, ou com *AI Hub: Parar hub local*. Escuta só no loopback, com um token novo a cada vez, e recusa páginas da web.`,
  },
  {
    title: "Modelos de verdade: Ollama, llama.cpp e outros",
    askedAs:
      "ollama llama.cpp vllm lm studio openai upstream modelo real próprio local linguagem gpu",
    text: `No modo lab, o hub local oferece os modelos de um **Ollama** (porta 11434) ou **llama.cpp** (porta 8080) que já esteja rodando nesta máquina. Para outros, inicie-o você mesmo:

\`\`\`sh
npm run hub -- --lab --upstream http://127.0.0.1:11434
AI_HUB_UPSTREAM_KEY=… npm run hub -- --upstream https://llm.example.com
\`\`\`

\`--upstream\` pode ser repetido e ter nome (\`nome=url\`); serve qualquer servidor com API compatível com a da OpenAI.`,
  },
  {
    title: "Rodar o hub",
    askedAs:
      "hub opções linha de comando porta pasta dados lab json npm run hub variáveis ambiente",
    text: `\`npm run hub -- --help\` lista as opções. As mais usadas:

| opção | significado |
|---|---|
| \`--port\` | porta, 8787 se não for dada; 0 pega uma livre |
| \`--lab\` | demonstração: um token para esta execução e modelos com roteiro |
| \`--upstream\` | um servidor compatível com a OpenAI |
| \`--data\` | pasta de dados; um hub de cada vez a usa |
| \`--json\` | uma linha de JSON com endereço e token |

Cada uma também é uma variável de ambiente, como \`AI_HUB_PORT\`. Sem \`--lab\`, os tokens são criados com o token do administrador: \`POST /hub/admin/v1/tokens\`.`,
  },
  {
    title: "Outras ferramentas com o mesmo hub",
    askedAs: "api openai sdk cliente curl integrar endpoint chat completions",
    text: `Qualquer cliente do formato de chat da OpenAI funciona com a base URL \`…/hub/v1\` e um token do hub:

\`\`\`sh
curl http://127.0.0.1:8787/hub/v1/chat/completions \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{"model": "hub-demo", "messages": [{"role": "user", "content": "Olá"}]}'
\`\`\``,
  },
  {
    title: "Instalar a extensão",
    askedAs:
      "instalar vsix zip manual baixar download editor cursor vscodium windsurf code-server atualizar versão",
    text: `- **Pelo vsix:** *Extensões* → … → *Instalar do VSIX…*
- **Pelo zip:** abra \`/vscode-extension\` no endereço do seu hub: lá estão o download, o nome da pasta com a versão e os passos. Descompacte em outro lugar, renomeie a pasta, mova-a para a pasta de extensões do editor com o editor aberto e recarregue a janela.

Precisa do VS Code 1.104 ou mais novo, ou de um fork baseado nele.`,
  },
  {
    title: "Configurações",
    askedAs: "opções preferências configuração json idioma inglês português",
    text: `| configuração | significado |
|---|---|
| \`aiHub.baseUrl\` | endereço do hub; vazio usa o hub local |
| \`aiHub.model\` | modelo para novas mensagens; o seletor o muda |

Ambas são só suas: um espaço de trabalho não pode defini-las. O idioma segue o editor (inglês ou português do Brasil).`,
  },
];
