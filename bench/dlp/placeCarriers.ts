import { code, type Carry, plain } from "./secretCarriers.ts";

/** `SHOPLY_API_KEY` as `shoply`, and as `Shoply`. */
const vendorOf = (name: string): string => name.split("_")[0]?.toLowerCase() ?? "";
const titleOf = (name: string): string =>
  vendorOf(name).replace(/^./u, (first) => first.toUpperCase());
const flag = (name: string): string => name.split("_").slice(1).join("-").toLowerCase();

/** Places of a secret beside assignments: headers, addresses, arguments, commands, logs and questions to a model. */
export const placeCarriers: readonly [
  readonly [string, Carry],
  ...(readonly (readonly [string, Carry])[]),
] = [
  [
    "header of curl",
    plain((name) => `curl -H "X-Api-Key: ¤" https://api.${vendorOf(name)}.com/v1/items\n`),
  ],
  [
    "Authorization: Token",
    plain((name) => `curl https://api.${vendorOf(name)}.com/me -H 'Authorization: Token ¤'\n`),
  ],
  [
    "Authorization: Bearer",
    code(
      (name) =>
        `await fetch("https://api.${vendorOf(name)}.com/v2", {\n  headers: { Authorization: "Bearer ¤" },\n});\n`,
    ),
  ],
  [
    "HTTP request",
    plain(
      (name) =>
        `POST /v1/jobs HTTP/1.1\r\nHost: api.${vendorOf(name)}.com\r\nX-${titleOf(name)}-Token: ¤\r\n`,
    ),
  ],
  [
    "apikey in an address",
    plain((name) => `https://api.${vendorOf(name)}.com/v1/search?apikey=¤&q=livros\n`),
  ],
  [
    "key in an address",
    plain((name) => `r = requests.get("https://api.${vendorOf(name)}.com/v1/geo?city=12&key=¤")\n`),
  ],
  [
    "constructor",
    code((name) => `const client = new ${titleOf(name)}("¤");\nawait client.run();\n`),
  ],
  [
    "client in Python",
    code((name) => `import ${vendorOf(name)}\n\nclient = ${vendorOf(name)}.Client("¤")\n`),
  ],
  ["flag", plain((name) => `${vendorOf(name)} login --${flag(name)} ¤\n`)],
  ["flag with =", plain((name) => `npx ${vendorOf(name)} deploy --${flag(name)}=¤ --prod\n`)],
  [
    "docker compose",
    plain(
      (name) =>
        `services:\n  web:\n    environment:\n      - NODE_ENV=production\n      - ${name}=¤\n`,
    ),
  ],
  ["Dockerfile", plain((name) => `FROM node:24\nENV ${name} ¤\nCMD ["node", "."]\n`)],
  [
    "key in a JSON object",
    code((name) => `{ "${vendorOf(name)}": { "region": "br", "key": "¤" }, "debug": false }\n`),
  ],
  [
    "log of a failure",
    plain(
      (name) =>
        `[2026-11-20T09:15:00Z] ERROR ${vendorOf(name)}: 401 Unauthorized (key=¤, attempt=3)\n`,
    ),
  ],
  [
    "log of a start",
    plain((name) => `INFO  ${titleOf(name)}Client - connected with api key ¤ in 231 ms\n`),
  ],
  [
    "question, key",
    plain(
      (name) =>
        `Why do I get a 401 from ${titleOf(name)}? My key is ¤ and I call it from Node, thanks\n`,
    ),
  ],
  [
    "question, token",
    plain((name) => `here's the ${titleOf(name)} token: ¤\ncan you write the client for me?\n`),
  ],
  [
    "pergunta, chave",
    plain((name) => `Minha chave da ${titleOf(name)} é ¤, por que a chamada dá erro 403?\n`),
  ],
  [
    "pergunta, token",
    plain((name) => `usa esse token do ${titleOf(name)} aqui ¤ e testa o envio pra mim\n`),
  ],
  [
    "pergunta, credencial",
    plain(
      (name) => `Segue a credencial de acesso (${titleOf(name)}):\n¤\nAtualiza o .env por favor\n`,
    ),
  ],
];
