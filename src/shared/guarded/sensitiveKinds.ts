import { isRecord } from "../base/json.ts";

/** What a policy does with a kind of sensitive data, the mildest first. */
export const dlpActions = ["allow", "alert", "mask", "block"] as const;

export type DlpAction = (typeof dlpActions)[number];

interface KindFacts {
  /** As a heading or label. */
  readonly label: { readonly en: string; readonly "pt-br": string };
  /** The word in a placeholder such as `[CPF_1]`: capital letters, without X. */
  readonly placeholder: string;
  /** Replaces a value for good: its usual form with every character hidden. */
  readonly mask: string;
  /**
   * Number of letters and digits at the end that stay visible, so that a person recognises the value; of an e-mail
   * address the domain.
   */
  readonly shownEnd: number;
  /** The action of a new profile, and of a profile that was stored before the kind existed. */
  readonly defaultAction: DlpAction;
  /** Whether values are words and not numbers: then case is ignored, and digits alone are no value. */
  readonly isText: boolean;
}

/**
 * Every kind of sensitive data, in one table. Schemas, profiles, placeholders, masks and the words of hub, console,
 * chat and failures derive from it. A new kind is an entry here and a finder in `dlp`.
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
  pix: {
    label: { en: "PIX key", "pt-br": "Chave PIX" },
    placeholder: "PAYKEY",
    mask: "********-****-****-****-************",
    shownEnd: 6,
    defaultAction: "mask",
    isText: true,
  },
} as const satisfies Readonly<Record<string, KindFacts>>;

export type DlpKind = keyof typeof sensitiveKinds;

// The table's own keys, in its order.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets what the object is
export const dlpKinds = Object.keys(sensitiveKinds) as [DlpKind, ...DlpKind[]];

export type DlpPolicy = Readonly<Record<DlpKind, DlpAction>>;

/** Makes a record with one value for each kind. */
export function forEachKind<const T>(valueOf: (kind: DlpKind) => T): Readonly<Record<DlpKind, T>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every kind is there
  return Object.fromEntries(dlpKinds.map((kind) => [kind, valueOf(kind)])) as Record<DlpKind, T>;
}

export const defaultDlpPolicy: DlpPolicy = forEachKind(
  (kind) => sensitiveKinds[kind].defaultAction,
);

/**
 * Reads a stored or received policy, which may be older or newer than this table. A kind that is missing, or has an
 * unknown action, gets the action of `otherwise`; unknown kinds are dropped.
 */
export function readDlpPolicy(stored: unknown, otherwise: DlpPolicy = defaultDlpPolicy): DlpPolicy {
  const given: Readonly<Record<string, unknown>> = isRecord(stored) ? stored : {};
  return forEachKind(
    (kind) => dlpActions.find((action) => action === given[kind]) ?? otherwise[kind],
  );
}

/** A kind's label inside a sentence: "E-mail" becomes "e-mail"; "CPF" stays as it is. */
export function kindInSentence(kind: DlpKind, language: "en" | "pt-br"): string {
  return sensitiveKinds[kind].label[language].replace(/^\p{Lu}(?!\p{Lu})/u, (letter) =>
    letter.toLowerCase(),
  );
}
