/** Times, the sticky question, marks inside answers. */
export const readingEn = {
  goToQuestion: (text: string): string => `Go to the question: ${text}`,
  messageActions: "Actions for this message",
  footnote: "Footnote {label}",
  alerts: {
    note: "Note",
    tip: "Tip",
    important: "Important",
    warning: "Warning",
    caution: "Caution",
  },
  openReference: (text: string): string => `Open ${text} in the editor`,
  codeActions: "Actions for this code",
};
