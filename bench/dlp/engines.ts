import { OpenRedaction } from "@openredaction/openredaction";
import { Redactor } from "@redactpii/node";

import { scanText } from "../../src/dlp/find/scanText.ts";
import { type DlpKind, dlpKinds, type FoundKind } from "../../src/shared/guarded/sensitiveKinds.ts";

/** Reports which kinds of data a text contains, not how often. */
export interface Engine {
  readonly name: string;
  readonly kindsIn: (text: string) => ReadonlySet<FoundKind>;
}

const openRedaction = new OpenRedaction({ includeNames: false, includeAddresses: false });
const openRedactionKinds: Readonly<Record<string, DlpKind>> = {
  BRAZILIAN_CPF: "cpf",
  BRAZILIAN_CNPJ: "cnpj",
  CREDIT_CARD: "card",
  EMAIL: "email",
  PHONE_UK_MOBILE: "phone",
  PHONE_UK: "phone",
  PHONE_US: "phone",
  PHONE_INTERNATIONAL: "phone",
  PHONE_LINE_NUMBER: "phone",
};

/** It reports no positions: a rule that changes the text has found something. */
const redactPii: readonly (readonly [DlpKind, Redactor])[] = [
  ["card", new Redactor({ rules: { CREDIT_CARD: true } })],
  ["email", new Redactor({ rules: { EMAIL: true } })],
  ["phone", new Redactor({ rules: { PHONE: true } })],
];

/** The usual regular expressions found on the web: they check only the form. */
const naive: Readonly<Partial<Record<DlpKind, RegExp>>> = {
  cpf: /\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/u,
  cnpj: /\b\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}\b/u,
  card: /\b(?:\d[ -]?){13,16}\b/u,
  email: /\b[\w.%+-]+@[\w.-]+\.[A-Za-z]{2,}\b/u,
  phone: /(?:\+?55 ?)?\(?\d{2}\)? ?9?\d{4}-?\d{4}\b/u,
};

/** Ours first: as it blocks (certain), then as it alerts. */
export const engines: readonly Engine[] = [
  {
    name: "ours, certain",
    kindsIn: (text) =>
      new Set(
        scanText(text).flatMap(({ kind, certainty }) => (certainty === "certain" ? [kind] : [])),
      ),
  },
  {
    name: "ours, with possible",
    kindsIn: (text) => new Set(scanText(text).map(({ kind }) => kind)),
  },
  {
    name: "openredaction 1.0.4",
    kindsIn: (text) =>
      new Set(
        openRedaction.detect(text).detections.flatMap(({ type }) => openRedactionKinds[type] ?? []),
      ),
  },
  {
    name: "@redactpii/node 1.0.17",
    kindsIn: (text) =>
      new Set(
        redactPii.flatMap(([kind, redactor]) => (redactor.redact(text) === text ? [] : [kind])),
      ),
  },
  {
    name: "naive regular expressions",
    kindsIn: (text) => new Set(dlpKinds.filter((kind) => naive[kind]?.test(text))),
  },
];
