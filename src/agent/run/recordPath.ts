/** Where the record of a conversation's last run is, in the folder of the agent's own files. */
export function recordPath(conversationId: string): string {
  return `runs/${conversationId}.jsonl`;
}
