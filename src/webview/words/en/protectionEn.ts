export const protectionEn = {
  sensitiveData: "Sensitive data",
  sensitiveCount: (total: number, shown: string): string =>
    total === 1 ? "1 finding" : `${shown} findings`,
  sensitiveMasked: (total: number, shown: string): string =>
    total === 1 ? "1 value will be sent masked" : `${shown} values will be sent masked`,
  sensitiveAsk: (what: string): string => `This message contains ${what}.`,
  sensitiveAskNext: "Nothing has been sent yet.",
  sensitiveMaskNext:
    "Ticked values are masked: they never leave this machine, and the answer shows them again.",
  sensitiveRoute: (model: string): string => `As it is, it goes to ${model}, a model in house.`,
  sensitiveKeptRoute: (model: string): string =>
    `Masked or not, it goes to ${model}, a model in house.`,
  sensitiveNoRoute: "The hub blocks it, because it has no model in house for you.",
  sensitiveSendRouted: (model: string): string => `Send to ${model}`,
  sensitiveInDraft: "in your message",
  sensitiveInMessage: "in a message of this chat",
  sensitiveInFile: (name: string, line: string): string => `${name}, line ${line}`,
  sensitiveInFileName: (name: string): string => `name of ${name}`,
  sensitiveInTool: (name: string): string => `result of ${name}`,
  sensitiveMaybe: (why: string): string => `maybe: ${why}`,
  sensitiveGoesAsItIs: (why: string): string => `${why}: will be sent as typed`,
  sensitiveInClear: "will be sent as typed",
  sensitiveWhatToMask: "Values to mask",
  sensitiveAllowed: "allowed here",
  sensitiveWillBeMasked: "will be sent masked",
  sensitiveWillBeRemoved: "left out",
  sensitiveMore: (count: string): string => `and ${count} more`,
  sensitiveMaskAndSend: "Mask and send",
  sensitiveSendAnyway: "Send anyway",
  sensitiveEdit: "Edit",
  sensitiveGoTo: (what: string): string => `Go to ${what}`,
  sensitiveShow: "Go to",
  sensitiveAllowOnce: "Allow in this chat",
  sensitiveMaskThis: "Mask when sending",
  sentSummary: (
    [masked, shownMasked]: readonly [number, string],
    [clear, shownClear]: readonly [number, string],
  ): string => {
    const hidden = masked === 1 ? "1 value masked" : `${shownMasked} values masked`;
    const open = clear === 1 ? "1 value as typed" : `${shownClear} values as typed`;
    const parts = [...(masked > 0 ? [hidden] : []), ...(clear > 0 ? [open] : [])];
    return `Sent to the hub: ${parts.join(", ")}`;
  },
  sentAttached: (total: number, shown: string): string =>
    total === 1 ? "1 in the attachments" : `${shown} in the attachments`,
  sentMasked: (as: string | undefined): string =>
    as === undefined ? "sent masked" : `sent masked as ${as}`,
  sentRemoved: "left out",
  sentClear: "sent as typed",
  diagram: "Diagram",
  showCode: "Show code",
  showDiagram: "Show diagram",
  sensitiveMaskNow: "Mask in the text",
  sensitiveMaskAndResend: "Mask and send again",
  sensitiveRemoveAndResend: "Remove and send again",
  sensitiveAllowAndResend: "Allow in this chat and send",
  sensitiveNotFoundHere:
    "This editor does not recognise what the hub found, so it cannot show the place. Edit the message, or ask your administrator which rule applies.",
};
