import { isRecord } from "../base/json.ts";
import { ownLabel } from "./ownKindsInUse.ts";
import { secretLabels, type SecretName } from "./secretNames.ts";

/** From the weakest to the strongest; `route`: only a model in house gets the request. */
export const dlpActions = ["allow", "alert", "mask", "route", "block"] as const;

export type DlpAction = (typeof dlpActions)[number];

interface KindFacts {
  readonly label: { readonly en: string; readonly "pt-br": string };
  /** The word in `[CPF_1]`: capital letters, without X. */
  readonly placeholder: string;
  /** Permanent replacement: the usual form with every character hidden. */
  readonly mask: string;
  /** Number of final letters and digits that stay visible; of an e-mail address the domain. */
  readonly shownEnd: number;
  readonly defaultAction: DlpAction;
  /** The action of profiles that were stored before the kind existed; absent: the default. */
  readonly storedAction?: DlpAction;
  /** The values are words: case is ignored, and digits alone are no value. */
  readonly isText: boolean;
}

/**
 * The one table of kinds, from which schemas, profiles, placeholders, masks and words derive. A new kind is an entry
 * here and a finder in `dlp`.
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
  secret: {
    label: { en: "Key or password", "pt-br": "Chave de acesso ou senha" },
    placeholder: "SECRET",
    mask: "********",
    shownEnd: 0,
    defaultAction: "alert",
    storedAction: "allow",
    isText: true,
  },
} as const satisfies Readonly<Record<string, KindFacts>>;

export type DlpKind = keyof typeof sensitiveKinds;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets what the object is
export const dlpKinds = Object.keys(sensitiveKinds) as [DlpKind, ...DlpKind[]];

/** A kind of the organisation, by its placeholder, as `own.EMPLOYEE`. */
export type OwnKindName = `own.${string}`;

export type FoundKind = DlpKind | OwnKindName;

export function isOwnKind(kind: string): kind is OwnKindName {
  return kind.startsWith("own.");
}

/** The word in the placeholder of a value. */
export function placeholderOf(kind: FoundKind): string {
  return isOwnKind(kind) ? kind.slice("own.".length) : sensitiveKinds[kind].placeholder;
}

/** True if all characters of the kind's values count, because they may have letters. */
export function isTextKind(kind: FoundKind): boolean {
  return isOwnKind(kind) || sensitiveKinds[kind].isText;
}

export function maskOf(kind: FoundKind): string {
  return isOwnKind(kind) ? "********" : sensitiveKinds[kind].mask;
}

export type DlpPolicy = Readonly<Record<DlpKind, DlpAction>>;

export function forEachKind<const T>(valueOf: (kind: DlpKind) => T): Readonly<Record<DlpKind, T>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every kind is there
  return Object.fromEntries(dlpKinds.map((kind) => [kind, valueOf(kind)])) as Record<DlpKind, T>;
}

export const defaultDlpPolicy: DlpPolicy = forEachKind(
  (kind) => sensitiveKinds[kind].defaultAction,
);

/** The policy of a profile that was stored before a kind existed. */
export const olderDlpPolicy: DlpPolicy = forEachKind((kind) => {
  const facts: KindFacts = sensitiveKinds[kind];
  return facts.storedAction ?? facts.defaultAction;
});

/**
 * A given policy may be older or newer than the table: missing kinds get the action of `otherwise`, unknown
 * actions the default, and unknown kinds are dropped.
 */
export function readDlpPolicy(stored: unknown, otherwise: DlpPolicy = defaultDlpPolicy): DlpPolicy {
  const given: Readonly<Record<string, unknown>> = isRecord(stored) ? stored : {};
  return forEachKind(
    (kind) =>
      dlpActions.find((action) => action === given[kind]) ??
      (given[kind] === undefined ? otherwise : defaultDlpPolicy)[kind],
  );
}

type Language = "en" | "pt-br";

/** The kind's label; for an own kind that the hub does not name here its placeholder, for a secret its sub-kind. */
export function kindLabel(kind: FoundKind, language: Language, secret?: SecretName): string {
  if (isOwnKind(kind)) {
    return ownLabel(placeholderOf(kind), language) ?? placeholderOf(kind);
  }
  return (secret ? secretLabels[secret] : sensitiveKinds[kind].label)[language];
}

export function kindInSentence(kind: FoundKind, language: Language, secret?: SecretName): string {
  return kindLabel(kind, language, secret).replace(/^\p{Lu}(?!\p{Lu})/u, (letter) =>
    letter.toLowerCase(),
  );
}
