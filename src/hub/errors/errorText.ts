const maxLength = 100 * 1024;

/** An error's text as it arrived; `Exchange.named` parses it. */
export class ErrorText extends Error {
  readonly text: string;
  readonly isFromStream: boolean;

  constructor(text: string, isFromStream: boolean) {
    super("The hub answered with an error");
    this.text = text.slice(0, maxLength);
    this.isFromStream = isFromStream;
  }
}
