export interface GuideSection {
  readonly title: string;
  /** Words of questions that the text lacks. */
  readonly askedAs: string;
  readonly text: string;
}
