// Cleanup when a command is interrupted: unfinished copies, and the servers running on them.

export interface Abort {
  /** Registers `undo`, which runs on interruption unless the returned function was called before. */
  undo(undo: () => Promise<unknown>): () => void;
}

/** Runs work that leaves files behind. `undo` removes them when the work ends, fails or is interrupted. */
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
