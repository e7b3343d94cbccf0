declare global {
  /** When the first words of each answer were in a frame, in milliseconds of the epoch. */
  var drawings: number[] | undefined;
}

/** Runs in the chat's page: notes in `drawings` when the first words of the next answers are drawn. */
export function watchDrawings(): void {
  const drawings: number[] = [];
  globalThis.drawings = drawings;
  const answers = document.getElementsByClassName("md-document");
  const newest = (): Element | null => answers.item(answers.length - 1);
  let known = newest();
  new MutationObserver(() => {
    const answer = newest();
    if (answer !== known && answer?.textContent !== "") {
      known = answer;
      requestAnimationFrame(() => {
        setTimeout(() => drawings.push(performance.timeOrigin + performance.now()));
      });
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}
