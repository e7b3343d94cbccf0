export interface GuideSection {
  readonly title: string;
  /** Words that occur in questions but not in the text. */
  readonly askedAs: string;
  readonly text: string;
}
