// Ends the wait for startup work when the process is stopped.

export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('stopped before it was done');
  }
}

/** The work continues in the background. */
export async function unlessAborted<T>(
  signal: AbortSignal | undefined,
  work: Promise<T>,
): Promise<T> {
  if (signal === undefined) return work;
  const ended = new AbortController();
  const interrupted = new Promise<never>((_resolve, reject) => {
    const interrupt = () => reject(new Interrupted());
    if (signal.aborted) interrupt();
    else signal.addEventListener('abort', interrupt, { signal: ended.signal });
  });
  try {
    return await Promise.race([work, interrupted]);
  } finally {
    ended.abort();
  }
}
