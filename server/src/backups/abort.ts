// An interrupted command removes its unfinished copies and stops the servers on them.

export interface Abort {
  /** Registers `undo` for an interruption. The returned function cancels it. */
  undo(undo: () => Promise<unknown>): () => void;
}

/** `undo` runs when the work ends, fails or is interrupted. */
export async function undoneAfter<T>(
  { abort, undo }: { readonly abort: Abort; readonly undo: () => Promise<unknown> },
  work: () => Promise<T>,
): Promise<T> {
  const dismiss = abort.undo(undo);
  try {
    return await work();
  } finally {
    await undo();
    dismiss();
  }
}
