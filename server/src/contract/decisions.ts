// What can be decided about money that could not be credited by itself.

/** `returned_to_inbox`: it was sent back, and that was cancelled. */
export const DECISIONS = [
  ...(['credited', 'attached', 'sent_back', 'released', 'returned_to_inbox'] as const),
] as const;

export type Decision = (typeof DECISIONS)[number];
