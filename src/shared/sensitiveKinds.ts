import { isRecord } from "./json.ts";

/** What is done about a kind of sensitive data, the mildest first. */
export const dlpActions = ["allow", "alert", "mask", "block"] as const;

export type DlpAction = (typeof dlpActions)[number];

interface KindFacts {
  /** As a heading or label. */
  readonly label: { readonly en: string; readonly "pt-br": string };
  /** Between the brackets of a placeholder, as in `[CPF_1]`: capital letters, without X. */
  readonly placeholder: string;
  /** What stands for a value for good: its usual form without a character of it. */
  readonly mask: string;
  /** Letters and digits at the end that a person needs to know a value again; of an e-mail address its domain. */
  readonly shownEnd: number;
  /** What a new profile does, and what a profile does that was stored before the kind existed. */
  readonly defaultAction: DlpAction;
  /** Whether values are words rather than numbers: their case counts as nothing, digits alone are none. */
  readonly isText: boolean;
}

/**
 * Every kind of sensitive data, in one table: schemas, profiles, placeholders, masks and the words of hub,
 * console, chat and failures derive from it. A new kind is an entry here and its finder in `dlp`.
 */
export const sensitiveKinds = {
  cpf: {
    label: { en: "CPF", "pt-br": "CPF" },
    placeholder: "CPF",
    mask: "***.***.***-**",
    shownEnd: 5,
    defaultAction: "mask",
    isText: false,
  },
  cnpj: {
    label: { en: "CNPJ", "pt-br": "CNPJ" },
    placeholder: "CNPJ",
    mask: "**.***.***/****-**",
    shownEnd: 6,
    defaultAction: "alert",
    isText: false,
  },
  card: {
    label: { en: "Card number", "pt-br": "Número de cartão" },
    placeholder: "CARD",
    mask: "**** **** **** ****",
    shownEnd: 4,
    defaultAction: "block",
    isText: false,
  },
  email: {
    label: { en: "E-mail address", "pt-br": "E-mail" },
    placeholder: "EMAIL",
    mask: "***@***",
    shownEnd: 0,
    defaultAction: "alert",
    isText: true,
  },
  phone: {
    label: { en: "Phone number", "pt-br": "Telefone" },
    placeholder: "PHONE",
    mask: "(**) *****-****",
    shownEnd: 4,
    defaultAction: "alert",
    isText: false,
  },
} as const satisfies Readonly<Record<string, KindFacts>>;

export type DlpKind = keyof typeof sensitiveKinds;

// The table's own keys, in its order.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets what the object is
export const dlpKinds = Object.keys(sensitiveKinds) as [DlpKind, ...DlpKind[]];

/** What is done about each kind. */
export type DlpPolicy = Readonly<Record<DlpKind, DlpAction>>;

/** One value for each kind. */
export function forEachKind<T>(valueOf: (kind: DlpKind) => T): Readonly<Record<DlpKind, T>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every kind is there
  return Object.fromEntries(dlpKinds.map((kind) => [kind, valueOf(kind)])) as Record<DlpKind, T>;
}

/** What a new profile does. */
export const defaultDlpPolicy: DlpPolicy = forEachKind(
  (kind) => sensitiveKinds[kind].defaultAction,
);

/**
 * A policy as it was stored or sent, which may be older or newer than this table: a kind that it does not name, or
 * names with an action that does not exist, gets what `otherwise` says; what it names besides is left out.
 */
export function readDlpPolicy(stored: unknown, otherwise: DlpPolicy = defaultDlpPolicy): DlpPolicy {
  const given: Readonly<Record<string, unknown>> = isRecord(stored) ? stored : {};
  return forEachKind(
    (kind) => dlpActions.find((action) => action === given[kind]) ?? otherwise[kind],
  );
}

/** A kind's label within a sentence: "E-mail" is "e-mail" there; "CPF" stays as it is. */
export function kindInSentence(kind: DlpKind, language: "en" | "pt-br"): string {
  return sensitiveKinds[kind].label[language].replace(/^\p{Lu}(?!\p{Lu})/u, (letter) =>
    letter.toLowerCase(),
  );
}
