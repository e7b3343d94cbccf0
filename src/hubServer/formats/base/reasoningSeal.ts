/** The prefix of sealed thoughts, which names their maker: another maker's server refuses them. */
const ofResponses = "responses:";
const ofOthers = "anthropic:";

export function signatureOf(encryptedContent: string): string {
  return encryptedContent.startsWith(ofOthers)
    ? encryptedContent.slice(ofOthers.length)
    : ofResponses + encryptedContent;
}

export function encryptedContentOf(signature: string): string {
  return signature.startsWith(ofResponses)
    ? signature.slice(ofResponses.length)
    : ofOthers + signature;
}

/** True for thoughts of another maker, whose server refuses them if their text was changed. */
export function isOfOthers(encryptedContent: unknown): boolean {
  return typeof encryptedContent === "string" && encryptedContent.startsWith(ofOthers);
}

export function isOfResponses(signature: string): boolean {
  return signature.startsWith(ofResponses);
}
