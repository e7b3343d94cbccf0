/**
 * A reasoning item's `encrypted_content` and the signature of a thought are one value to the hub, which only
 * its maker can read. These prefixes tell the makers apart: a server refuses the value of another.
 */
const ofResponses = "responses:";
const ofOthers = "anthropic:";

/** The signature that a reasoning item of a Responses server has in the other formats. */
export function signatureOf(encryptedContent: string): string {
  return encryptedContent.startsWith(ofOthers)
    ? encryptedContent.slice(ofOthers.length)
    : ofResponses + encryptedContent;
}

/** The `encrypted_content` that a thought has in the Responses format. */
export function encryptedContentOf(signature: string): string {
  return signature.startsWith(ofResponses)
    ? signature.slice(ofResponses.length)
    : ofOthers + signature;
}

export function isOfResponses(signature: string): boolean {
  return signature.startsWith(ofResponses);
}
