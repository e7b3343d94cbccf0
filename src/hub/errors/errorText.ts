/** Limit in UTF-16 units. */
const maxLength = 100 * 1024;

/** An unparsed error of the hub: a whole answer, or one stream event. `Exchange.named` reads it. */
export class ErrorText extends Error {
  readonly text: string;
  /** Inside a stream: the address is certainly a hub. */
  readonly isFromStream: boolean;

  constructor(text: string, isFromStream: boolean) {
    super("The hub answered with an error");
    this.text = text.slice(0, maxLength);
    this.isFromStream = isFromStream;
  }
}
