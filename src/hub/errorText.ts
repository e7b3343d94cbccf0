/** Longest text of an error that is read, in UTF-16 units. */
const maxLength = 100 * 1024;

/** An error in the hub's own words, not yet read: a whole answer, or one event of a stream. `Exchange.named` reads it. */
export class ErrorText extends Error {
  readonly text: string;
  /** Whether it came inside a stream; then the address is certainly a hub. */
  readonly isFromStream: boolean;

  constructor(text: string, isFromStream: boolean) {
    super("The hub answered with an error");
    this.text = text.slice(0, maxLength);
    this.isFromStream = isFromStream;
  }
}
