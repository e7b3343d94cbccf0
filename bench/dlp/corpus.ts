/** Labelled lines for the scan, the same in each run: 1,200 with a value, 1,400 without. */
import type { DlpKind } from "../../src/shared/guarded/sensitiveKinds.ts";
import { carriers } from "./carriers.ts";
import { lookAlikes } from "./lookAlikes.ts";
import { Random } from "./random.ts";
import { card, cnpj, cpf, email, letterCnpj, phone } from "./values.ts";

/**
 * How a value is written. D0: the usual way. D1: without punctuation, beside its name. D2: with
 * other separators. D3: broken over lines or escaped. D4: misread by a scanner (O for 0, l for 1).
 * D5: with invisible characters or characters of other scripts.
 */
export type Difficulty = "D0" | "D1" | "D2" | "D3" | "D4" | "D5";

export interface Line {
  readonly text: string;
  /** Undefined for a look-alike. */
  readonly kind: DlpKind | undefined;
  /** For a value its kind, letter forms apart; for a look-alike its name. */
  readonly group: string;
  readonly carrier: string;
  readonly difficulty: Difficulty;
}

const seed = 42;

interface Recipe {
  readonly kind: DlpKind;
  readonly group: string;
  readonly count: number;
  readonly make: (random: Random) => string;
  readonly usual: (value: string) => string;
  readonly names: readonly [string, ...string[]];
}

const recipes: readonly Recipe[] = [
  {
    kind: "cpf",
    group: "CPF",
    count: 250,
    make: cpf,
    usual: (value) => value.replace(/^(...)(...)(...)(..)$/u, "$1.$2.$3-$4"),
    names: ["cpf", "cpfCliente", "documento", "CPF", "cpf_titular"],
  },
  {
    kind: "cnpj",
    group: "CNPJ",
    count: 150,
    make: cnpj,
    usual: (value) => value.replace(/^(..)(...)(...)(....)(..)$/u, "$1.$2.$3/$4-$5"),
    names: ["cnpj", "cnpjFornecedor", "CNPJ", "cnpj_emitente", "fornecedor"],
  },
  {
    kind: "cnpj",
    group: "CNPJ with letters",
    count: 100,
    make: letterCnpj,
    usual: (value) => value.replace(/^(..)(...)(...)(....)(..)$/u, "$1.$2.$3/$4-$5"),
    names: ["cnpj", "cnpjEmpresa", "CNPJ", "cnpj_emitente"],
  },
  {
    kind: "card",
    group: "card",
    count: 250,
    make: card,
    usual: (value) =>
      value.length === 16
        ? value.replaceAll(/(.{4})(?=.)/gu, "$1 ")
        : value.replace(/^(....)(......)(.+)$/u, "$1 $2 $3"),
    names: ["cartao", "cardNumber", "cartão", "credit_card", "pan"],
  },
  {
    kind: "email",
    group: "e-mail",
    count: 200,
    make: email,
    usual: (value) => value,
    names: ["email", "contactEmail", "e-mail", "user"],
  },
  {
    kind: "phone",
    group: "phone",
    count: 250,
    make: phone,
    usual: (value) => value.replace(/^(..)(.+)(....)$/u, "($1) $2-$3"),
    names: ["telefone", "phoneNumber", "celular", "whatsapp", "tel"],
  },
];

export function makePositives(): readonly Line[] {
  const random = new Random(seed);
  return recipes.flatMap((recipe) =>
    Array.from({ length: recipe.count }, (_, index) => positive(recipe, index, random)),
  );
}

export function makeLookAlikes(): readonly Line[] {
  const random = new Random(seed + 1);
  return Array.from({ length: 1400 }, (_, index) => {
    const [group, make] = lookAlikes[index % lookAlikes.length] ?? lookAlikes[0];
    const [name, value] = make(random);
    const [carrier, carry] = random.pick(carriers);
    return { text: carry(name, value, random), kind: undefined, group, carrier, difficulty: "D0" };
  });
}

/** Of twenty: six D0, six D1, three D2, two D3, one D4, two D5. */
const difficulties: readonly Difficulty[] = Array.from("00000011111122233455", (level) =>
  difficultyOf(level),
);

function difficultyOf(level: string): Difficulty {
  return (["D0", "D1", "D2", "D3", "D4", "D5"] as const)[Number(level)] ?? "D0";
}

function positive(recipe: Recipe, index: number, random: Random): Line {
  const difficulty = difficulties[index % difficulties.length] ?? "D0";
  const value = written(recipe, difficulty, random);
  const [carrier, carry] = random.pick(carriers);
  const { kind, group } = recipe;
  return {
    text: carry(random.pick(recipe.names), value, random),
    kind,
    group,
    carrier,
    difficulty,
  };
}

function written(recipe: Recipe, difficulty: Difficulty, random: Random): string {
  const value = recipe.make(random);
  const usual = recipe.usual(value);
  switch (difficulty) {
    case "D0":
      return usual;
    case "D1":
      return value;
    case "D2":
      return recipe.kind === "email" ? `<${value}>` : otherSeparators(usual, random);
    case "D3":
      return broken(usual, random);
    case "D4":
      return usual.replace("0", "O").replace("1", "l");
    default:
      return disguised(usual, random);
  }
}

function otherSeparators(usual: string, random: Random): string {
  const separator = random.pick([" ", "-", ".", "/", "  "]);
  return usual.replace(/^\(/u, "").replaceAll(/[^A-Za-z0-9]+/gu, separator);
}

function broken(usual: string, random: Random): string {
  const middle = Math.floor(usual.length / 2);
  const at = usual.slice(middle).search(/[.\-/ @]/u) + middle + 1;
  return random.pick([
    () => `${usual.slice(0, at)}\n${usual.slice(at)}`,
    () => `${usual.slice(0, at)}=\r\n${usual.slice(at)}`,
    () => encodeURIComponent(usual).replaceAll(".", "%2E"),
    () => usual.replaceAll(/[0-9@]/gu, escaped),
    () => usual.replaceAll(/[.\-/@]/gu, (sign) => `&#${sign.charCodeAt(0)};`),
  ])();
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function disguised(usual: string, random: Random): string {
  const middle = Math.floor(usual.length / 2);
  return random.pick([
    () => `${usual.slice(0, middle)}\u200B${usual.slice(middle)}`,
    () => `${usual.slice(0, middle)}\u00AD${usual.slice(middle)}`,
    () => usual.replaceAll(/[0-9@]/gu, (character) => shifted(character, 0xfe_e0)),
    () => usual.replaceAll(/\d/gu, (digit) => shifted(digit, 0x06_30)),
    () => usual.replaceAll("-", "\u2011").replaceAll(" ", "\u00A0").replaceAll("@", "\uFF20"),
  ])();
}

function shifted(character: string, by: number): string {
  return String.fromCharCode(character.charCodeAt(0) + by);
}
