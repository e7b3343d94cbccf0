import { createHash } from "node:crypto";

import { Random } from "./random.ts";

const base62 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const forms: readonly [(random: Random) => string, ...(readonly ((random: Random) => string)[])] = [
  (random) =>
    `"integrity": "sha512-${createHash("sha512").update(random.hex(8)).digest("base64")}"`,
  (random) => `commit ${random.hex(40)}\nAuthor: Ana <ana@example.com>`,
  (random) => `trace_id=${random.hex(32)} span_id=${random.hex(16)}`,
  (random) => `id: ${uuid(random)}`,
  (random) => `api_key: ${uuid(random)}`,
  (random) => `image: hub@sha256:${random.hex(64)}`,
  (random) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${random.from(base62, 43)} ana@maquina`,
  (random) => `-----BEGIN CERTIFICATE-----\n${random.from(base62, 64)}\n-----END CERTIFICATE-----`,
  (random) => `url(data:image/png;base64,iVBORw0KGgo${random.from(base62, 80)})`,
  (random) =>
    `password = os.environ["${random.pick(["DB", "APP", "SMTP"])}_PASSWORD${random.below(9)}"]`,
  (random) => `const token${random.below(9)} = await getToken${random.below(9)}(user);`,
  (random) => `token: \${{ secrets.DEPLOY_${random.below(99)} }}`,
  (random) => `password: <your-password-${random.below(99)}>`,
  (random) => `SECRET_KEY=change-me-${random.digits(3)}`,
  (random) => `api_key = "${"x".repeat(20 + random.below(12))}"`,
  (random) => `csrf_token: "${random.from(base62, 32)}"`,
  (random) => `public_key: ${random.from(base62, 44)}`,
  (random) => `nextPageToken: "${random.from(base62, 40)}"`,
  (random) =>
    `key: "settings.${random.pick(["theme", "language", "window"])}.label${random.below(9)}"`,
  (random) => `<script nonce="${random.from(base62, 24)}" src="app.${random.hex(20)}.js">`,
  (random) => `a senha tem ${8 + random.below(9)} caracteres e ${1 + random.below(3)} números`,
  (random) => `export function validatePassword${random.below(9)}(password: string): boolean`,
  (random) => `ETag: "${random.hex(32)}"`,
  (random) => `secretName: loja-${random.pick(["prod", "dev", "hml"])}-tls-${random.below(99)}`,
];

/** Texts without a secret that resemble texts with one. */
export function makeNotSecrets(seed: number, count: number): readonly string[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, index) =>
    (forms[index % forms.length] ?? forms[0])(random),
  );
}

function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((length) => random.hex(length)).join("-");
}
