/** The portal writes every moment as `YYYY-MM-DDThh:mm:ss.sssZ`. */
export const timestampShape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u;

/** True for a moment. `Date` turns 30 February into March, so the text must come back unchanged. */
export function isTimestamp(text: string): boolean {
  if (!timestampShape.test(text)) {
    return false;
  }
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text;
}
