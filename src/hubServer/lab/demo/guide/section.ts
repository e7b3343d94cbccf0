export interface GuideSection {
  readonly title: string;
  /** Words that people use in questions but that the text lacks. */
  readonly askedAs: string;
  readonly text: string;
}
