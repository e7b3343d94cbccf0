/** Quotes that begin with `[!NOTE]` and the like, as in GitHub's Markdown. */
export const alertKinds = ["note", "tip", "important", "warning", "caution"] as const;

export type AlertKind = (typeof alertKinds)[number];
