// A status table lists the allowed transitions. `docs/statuses.md` is generated from these tables, and the stores check
// their transitions against them.

export interface Statuses<Status extends string> {
  readonly noun: string;
  readonly moves: Readonly<Record<Status, readonly Status[]>>;
}

const all: Statuses<string>[] = [];

export function defineStatuses<Status extends string>(
  noun: string,
  moves: Readonly<Record<Status, readonly Status[]>>,
): Statuses<Status> {
  const statuses = { noun, moves };
  all.push(statuses as unknown as Statuses<string>);
  return statuses;
}

/** Every table defined so far; for the generated documentation. */
export function allStatuses(): readonly Statuses<string>[] {
  return all;
}

/** Throws when the table has no such transition: a bug, not a client error. */
export function assertMove<Status extends string>(
  statuses: Statuses<Status>,
  move: { from: Status; to: Status },
): void {
  if (move.from === move.to || statuses.moves[move.from].includes(move.to)) return;
  throw new Error(`a ${statuses.noun} does not move from ${move.from} to ${move.to}`);
}
