const maxLength = 100 * 1024;

/** Unparsed; `Exchange.named` reads it. */
export class ErrorText extends Error {
  readonly text: string;
  readonly isFromStream: boolean;

  constructor(text: string, isFromStream: boolean) {
    super("The hub answered with an error");
    this.text = text.slice(0, maxLength);
    this.isFromStream = isFromStream;
  }
}
