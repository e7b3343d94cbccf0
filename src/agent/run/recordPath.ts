/** The path of a conversation's last run record, in the folder of the agent's own files. */
export function recordPath(conversationId: string): string {
  return `runs/${conversationId}.jsonl`;
}
