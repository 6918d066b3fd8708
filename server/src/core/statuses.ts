// A table lists the allowed status transitions. Stores check their transitions against these tables, and
// `docs/statuses.md` is generated from them.

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

export function allStatuses(): readonly Statuses<string>[] {
  return all;
}

/** A transition that the table lacks is a bug, not a client error. */
export function assertMove<Status extends string>(
  statuses: Statuses<Status>,
  move: { from: Status; to: Status },
): void {
  if (move.from === move.to || statuses.moves[move.from].includes(move.to)) return;
  throw new Error(`a ${statuses.noun} does not move from ${move.from} to ${move.to}`);
}
