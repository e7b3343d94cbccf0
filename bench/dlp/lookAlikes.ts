import type { Random } from "./random.ts";
import { withLuhn } from "./values.ts";

/** A value that is not personal data, with the name that usually stands beside it. */
type LookAlike = (random: Random) => readonly [name: string, value: string];

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

export const lookAlikes: readonly [
  readonly [string, LookAlike],
  ...(readonly [string, LookAlike])[],
] = [
  ["order id, 11 digits", (random) => ["pedido", random.digits(11)]],
  ["order id, 14 digits", (random) => ["orderId", random.digits(14)]],
  ["order id, 16 digits", (random) => ["order_id", random.digits(16)]],
  ["epoch s", (random) => ["timestamp", String(1_600_000_000 + random.below(200_000_000))]],
  [
    "epoch ms",
    (random) => ["created_at", `${1_600_000_000 + random.below(200_000_000)}${random.digits(3)}`],
  ],
  [
    "epoch µs",
    (random) => ["ts", `${1_600_000_000 + random.below(200_000_000)}${random.digits(6)}`],
  ],
  [
    "moment, 14 digits",
    (random) => [
      "versao",
      `202${random.below(7)}0${1 + random.below(9)}1${random.below(9)}1${random.below(9)}${random.below(6)}${random.below(9)}${random.below(6)}${random.below(9)}`,
    ],
  ],
  ["SHA-1", (random) => ["commit", random.hex(40)]],
  [
    "UUID",
    (random) => [
      "id",
      `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-a${random.hex(3)}-${random.hex(12)}`,
    ],
  ],
  [
    "digits-only UUID",
    (random) => [
      "trace",
      `${random.digits(8)}-${random.digits(4)}-4${random.digits(3)}-9${random.digits(3)}-${random.digits(12)}`,
    ],
  ],
  ["invalid CPF", (random) => ["cpf", invalidCpf(random)]],
  ["invalid card", (random) => ["cartao", invalidCard(random)]],
  ["EAN-13", (random) => ["ean", `789${random.digits(10)}`]],
  ["EAN-13 from 4", (random) => ["gtin", `40${random.digits(11)}`]],
  [
    "IP address",
    (random) => [
      "host",
      `${random.below(256)}.${random.below(256)}.${random.below(256)}.${random.below(256)}`,
    ],
  ],
  [
    "version",
    (random) => [
      "version",
      `${random.below(30)}.${random.below(99)}.${random.below(999)}-rc.${random.below(9)}`,
    ],
  ],
  [
    "NCM and CEP",
    (random) => [
      "ncm",
      `${random.digits(4)}.${random.digits(2)}.${random.digits(2)} cep ${random.digits(5)}-${random.digits(3)}`,
    ],
  ],
  [
    "path id",
    (random) => [
      "url",
      `https://api.loja.com.br/v1/pedidos/${random.digits(11)}/itens/${random.digits(14)}`,
    ],
  ],
  [
    "ISO date",
    (random) => [
      "data",
      `2026-0${1 + random.below(9)}-1${random.below(9)}T1${random.below(9)}:00:00.${random.digits(3)}Z`,
    ],
  ],
  ["decimal", (random) => ["valor", `0.${random.digits(11)}`]],
  ["base64", (random) => ["token", random.from(base64Alphabet, 64)]],
  ["NF-e key", (random) => ["chave", random.digits(44)]],
  [
    "boleto",
    (random) => [
      "linha",
      `${random.digits(5)}.${random.digits(5)} ${random.digits(5)}.${random.digits(6)} ${random.digits(5)}.${random.digits(6)} ${random.digits(1)} ${random.digits(14)}`,
    ],
  ],
  ["snowflake", (random) => ["message_id", `1${random.digits(18)}`]],
  ["IMEI", (random) => ["imei", withLuhn(`35${random.digits(12)}`)]],
  ["git remote", (random) => ["remote", `git@github.com:org${random.digits(2)}/repo.git`]],
  ["retina image", (random) => ["src", `icon${random.digits(2)}@2x.png`]],
  [
    "package",
    (random) => ["dep", `@scope/pkg@${random.below(20)}.${random.below(20)}.${random.below(20)}`],
  ],
  ["reserved domain", (random) => ["user", `user${random.digits(2)}@example.com`]],
  [
    "connection string",
    (random) => ["dsn", `postgres://app${random.digits(2)}:s3cret@db.interna.com/x`],
  ],
  [
    "unknown area code",
    (random) => [
      "nota",
      `(2${random.pick(["0", "3", "5", "6", "9"])}) 9${random.digits(4)}-${random.digits(4)}`,
    ],
  ],
  [
    "constant, 14 characters",
    (random) => [
      "key",
      `${random.from("ABCDEFGHJKMNPQRSTVWXYZ0123456789", 12)}${random.digits(2)}`,
    ],
  ],
  [
    "process number",
    (random) => [
      "processo",
      `${random.digits(7)}-${random.digits(2)}.20${random.digits(2)}.8.26.${random.digits(4)}`,
    ],
  ],
  ["account", (random) => ["conta", `${random.digits(4)} ${random.digits(8)}-${random.digits(1)}`]],
  [
    "row of numbers",
    (random) => ["serie", Array.from({ length: 8 }, () => random.digits(3)).join(" ")],
  ],
];

function invalidCpf(random: Random): string {
  const digits = random.digits(10);
  return `${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6, 9)}-${digits.slice(9)}${wrongLast(digits)}`;
}

/** A wrong second check digit for these ten digits. */
function wrongLast(digits: string): string {
  const sum = Array.from(digits, Number).reduce((total, digit, at) => total + digit * (11 - at), 0);
  const right = ((sum * 10) % 11) % 10;
  return String((right + 3) % 10);
}

function invalidCard(random: Random): string {
  const digits = withLuhn(`4${random.digits(14)}`);
  return digits.slice(0, -1) + String((Number(digits.at(-1)) + 1) % 10);
}
