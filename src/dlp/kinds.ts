/** What data-loss prevention looks for. */
export const dlpKinds = ["cpf", "cnpj", "card", "email", "phone"] as const;

export type DlpKind = (typeof dlpKinds)[number];

export type DlpAction = "allow" | "alert" | "mask" | "block";

export type DlpPolicy = Readonly<Record<DlpKind, DlpAction>>;
