import { createHubToken } from "../../../src/hubServer/auth/hubToken.ts";

/** The same numbers in each run for a seed (mulberry32). */
class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  next(below: number): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  text(length: number, characters: string): string {
    return Array.from({ length }, () => characters.charAt(this.next(characters.length))).join("");
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.next(items.length)];
    if (item === undefined) {
      throw new Error("Nothing to pick from.");
    }
    return item;
  }
}

const digits = "0123456789";
const hex = `${digits}abcdef`;
const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const letters = `${upper}${upper.toLowerCase()}`;
const base62 = letters + digits;
const base64 = `${base62}+/`;
const url64 = `${base62}-_`;

const json = (value: unknown): string => btoa(JSON.stringify(value)).replace(/=+$/u, "");
const password = (dice: Dice): string =>
  dice.pick([
    () =>
      `${dice.text(5, letters)}${dice.text(2, digits)}${dice.pick(["!", "#", "@", "$"])}${dice.text(4, base62)}`,
    () =>
      `${dice.text(3, letters)}${dice.text(2, digits)}${dice.text(4, letters)}${dice.text(3, digits)}`,
    () => dice.text(20, base62),
  ])();
const passwordNames = [
  "password",
  "DB_PASSWORD",
  "dbPassword",
  "senha",
  "client_secret",
  "segredo",
  "passwd",
];
const keyNames = [
  "api_key",
  "apiKey",
  "SECRET_KEY",
  "access_token",
  "authToken",
  "chave",
  "chave_api",
  "private_key",
];
const pem = (dice: Dice, label: string, lineBreak = "\n"): string =>
  [
    `-----BEGIN ${label}-----`,
    ...Array.from({ length: 8 }, () => dice.text(64, base64)),
    `${dice.text(30, base64)}==`,
    `-----END ${label}-----`,
  ].join(lineBreak);

/** The secret, and a text around it that is usual for it; by default one of the carriers. */
type Made = string | { readonly secret: string; readonly text: string };

const around = (secret: string, text: (secret: string) => string): Made => ({
  secret,
  text: text(secret),
});

const forms: Readonly<Record<string, (dice: Dice) => Made>> = {
  "PEM, RSA": (dice) => pem(dice, "RSA PRIVATE KEY"),
  "PEM in JSON": (dice) =>
    around(
      pem(dice, "PRIVATE KEY", String.raw`\n`),
      (key) => `{"type":"service_account","private_key":"${key}\\n"}`,
    ),
  OpenSSH: (dice) => pem(dice, "OPENSSH PRIVATE KEY"),
  PGP: (dice) =>
    pem(dice, "PGP PRIVATE KEY BLOCK", "\n").replace("-----\n", "-----\nVersion: GnuPG v2\n\n"),
  PuTTY: (dice) =>
    `PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nComment: work\nPublic-Lines: 1\n${dice.text(64, base64)}\nPrivate-Lines: 2\n${dice.text(64, base64)}\n${dice.text(40, base64)}\nPrivate-MAC: ${dice.text(40, hex)}`,
  "AWS key": (dice) => `AKIA${dice.text(16, `${upper}234567`)}`,
  "AWS secret": (dice) =>
    around(dice.text(40, base64), (key) => `aws_secret_access_key = ${key}\n`),
  "Google API": (dice) => `AIza${dice.text(35, url64)}`,
  "Azure connection": (dice) =>
    around(
      `${dice.text(86, base64)}==`,
      (key) =>
        `DefaultEndpointsProtocol=https;AccountName=loja;AccountKey=${key};EndpointSuffix=core.windows.net`,
    ),
  "Azure SAS": (dice) =>
    around(
      `${dice.text(43, base62)}%3D`,
      (key) => `https://loja.blob.core.windows.net/c?sv=2024-11-04&ss=b&sp=r&sig=${key}`,
    ),
  DigitalOcean: (dice) => `dop_v1_${dice.text(64, hex)}`,
  GitHub: (dice) => `gh${dice.pick(["p", "o", "s"])}_${dice.text(36, base62)}`,
  "GitHub, fine": (dice) => `github_pat_${dice.text(22, base62)}_${dice.text(59, base62)}`,
  GitLab: (dice) => `glpat-${dice.text(20, url64)}`,
  npm: (dice) => `npm_${dice.text(36, base62)}`,
  PyPI: (dice) => `pypi-AgEIcHlwaS5vcmc${dice.text(80, url64)}`,
  Slack: (dice) =>
    `xoxb-${dice.text(12, digits)}-${dice.text(12, digits)}-${dice.text(24, base62)}`,
  "Slack hook": (dice) =>
    around(
      `T${dice.text(8, upper)}/B${dice.text(8, upper)}/${dice.text(24, base62)}`,
      (path) => `curl -d x https://hooks.slack.com/services/${path}`,
    ),
  Stripe: (dice) => `sk_live_${dice.text(24, base62)}`,
  OpenAI: (dice) => `sk-proj-${dice.text(74, url64)}`,
  Anthropic: (dice) => `sk-ant-api03-${dice.text(93, url64)}AA`,
  "Hugging Face": (dice) => `hf_${dice.text(34, letters)}`,
  Telegram: (dice) => `${dice.text(10, "123456789")}:AA${dice.text(33, url64)}`,
  Twilio: (dice) => `SK${dice.text(32, hex)}`,
  SendGrid: (dice) => `SG.${dice.text(22, url64)}.${dice.text(43, url64)}`,
  "Mercado Pago": (dice) =>
    `APP_USR-${dice.text(16, digits)}-${dice.text(6, digits)}-${dice.text(32, hex)}-${dice.text(9, digits)}`,
  PagSeguro: (dice) =>
    around(dice.text(32, `${digits}ABCDEF`), (token) => `PAGSEGURO_TOKEN=${token}\n`),
  "our hub": () => createHubToken(),
  JWT: (dice) =>
    `${json({ alg: "HS256", typ: "JWT" })}.${json({ sub: dice.text(8, digits), iat: 1_790_000_000 })}.${dice.text(43, url64)}`,
  "basic auth URL": (dice) =>
    around(
      dice.text(14, base62),
      (word) => `git clone https://ci:${word}@git.empresa.com.br/loja.git`,
    ),
  "database URL": (dice) =>
    around(
      `${dice.text(5, letters)}7${dice.text(6, base62)}`,
      (word) => `DATABASE_URL=postgres://loja:${word}@db.interno:5432/vendas`,
    ),
  "Authorization: Bearer": (dice) =>
    around(dice.text(40, base62), (token) => `Authorization: Bearer ${token}\r\n`),
  "Authorization: Basic": (dice) =>
    around(
      btoa(`ci:${dice.text(9, base62)}4x`),
      (token) => `curl -H "Authorization: Basic ${token}" https://x`,
    ),
  "password in source": (dice) =>
    around(
      password(dice),
      (word) => `const ${dice.pick(["password", "dbPassword", "senha"])} = "${word}";`,
    ),
  "password in .env": (dice) =>
    around(
      password(dice),
      (word) =>
        `A=1\n${dice.pick(["DB_PASSWORD", "SENHA", "APP_SECRET", "SMTP_PASS"])}=${word}\nB=2`,
    ),
  "password in YAML": (dice) =>
    around(
      password(dice),
      (word) =>
        `db:\n  user: loja\n  ${dice.pick(["password", "senha", "segredo"])}: ${dice.pick([word, `"${word}"`])}\n`,
    ),
  "password in JSON": (dice) =>
    around(password(dice), (word) =>
      JSON.stringify({ user: "a", [dice.pick(passwordNames)]: word }),
    ),
  "JSON in JSON": (dice) =>
    around(password(dice), (word) => JSON.stringify({ body: JSON.stringify({ password: word }) })),
  "password in XML": (dice) =>
    around(password(dice).replace("&", "x"), (word) =>
      dice.pick([
        `<password>${word}</password>`,
        `<add key="DbPassword" value="${word}" />`,
        `<db senha="${word}"/>`,
      ]),
    ),
  "password in shell": (dice) =>
    around(password(dice), (word) =>
      dice.pick([
        `export DB_PASSWORD='${word}'`,
        `mysqldump --password=${word} loja`,
        `tool --password ${word} up`,
      ]),
    ),
  "password in SQL": (dice) =>
    around(password(dice), (word) =>
      dice.pick([
        `CREATE USER loja IDENTIFIED BY '${word}';`,
        `ALTER ROLE loja WITH PASSWORD '${word}';`,
      ]),
    ),
  "password in prose": (dice) =>
    around(password(dice), (word) =>
      dice.pick([
        `A senha é ${word}, não conte.`,
        `a senha do banco: ${word}`,
        `The password is ${word}`,
      ]),
    ),
  "key by name": (dice) =>
    around(dice.text(dice.pick([32, 40]), base62), (key) =>
      dice.pick([
        `${dice.pick(keyNames)}: "${key}"`,
        `X-Api-Key: ${key}`,
        `${dice.pick(keyNames)}=${key}`,
      ]),
    ),
};

const carriers: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `const client = connect("${secret}");`,
  (secret) => `CI_VALUE=${secret}\nNEXT=1`,
  (secret) => `Veja:\n\`\`\`\n${secret}\n\`\`\`\n`,
  (secret) => `{"a":"${secret}"}`,
  (secret) => `<value>${secret}</value>`,
  (secret) => `2026-11-28T10:00:00Z INFO login with ${secret} failed`,
];

export interface LabelledSecret {
  readonly form: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export function makeSecrets(seed: number, count: number): readonly LabelledSecret[] {
  const dice = new Dice(seed);
  const names = Object.keys(forms);
  return Array.from({ length: count }, (_, index) => {
    const form = names[index % names.length] ?? "";
    const made = forms[form]?.(dice) ?? "";
    const secret = typeof made === "string" ? made : made.secret;
    const text = typeof made === "string" ? dice.pick(carriers)(made) : made.text;
    const written = text.includes(secret) ? secret : JSON.stringify(secret).slice(1, -1);
    const start = text.indexOf(written);
    return { form, text, start, end: start + written.length };
  });
}
