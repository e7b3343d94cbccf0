/** Quotes that begin with `[!NOTE]`, as in GitHub's Markdown. */
export const alertKinds = ["note", "tip", "important", "warning", "caution"] as const;

export type AlertKind = (typeof alertKinds)[number];
