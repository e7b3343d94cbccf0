export function recordPath(conversationId: string): string {
  return `runs/${conversationId}.jsonl`;
}
