/** One subject of the product's documentation. */
export interface GuideSection {
  readonly title: string;
  /** Words that people ask with and that the text does not have. */
  readonly askedAs: string;
  /** Markdown. */
  readonly text: string;
}
