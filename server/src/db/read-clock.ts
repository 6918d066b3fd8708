// Compares this machine's clock with the database's clock.
import { type ClockReading, checkClock, type MachineClock, moment, SECOND } from '../core/clock.ts';
import { textsOf } from '../core/texts/texts.ts';

/** Milliseconds since the epoch. now() would not advance within a transaction. */
const QUESTION = 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now';

type RunStatement = (text: string) => Promise<readonly { readonly now: string | number }[]>;

export async function readClock(run: RunStatement): Promise<ClockReading> {
  const requested = moment();
  const [row] = await run(QUESTION);
  return { requested, theirs: Number(row?.now), answered: moment() };
}

/** Repeats until the result is certain. */
export async function compareClock(run: RunStatement, clock: MachineClock): Promise<void> {
  do checkClock(clock, await readClock(run));
  while (clock.tooFar > 0 && !clock.isWrong);
}

export function describeClock({ ahead }: MachineClock): string {
  const texts = textsOf('api-errors', 'en').clock;
  const seconds = String(Math.round(Math.abs(ahead) / SECOND));
  return ahead > 0 ? texts.ahead({ seconds }) : texts.behind({ seconds });
}

/** Everything written with this machine's clock would have the wrong time. */
export class WrongClock extends Error {
  override readonly name = 'WrongClock';

  constructor(clock: MachineClock) {
    super(textsOf('api-errors', 'en').clock.wrong({ clock: describeClock(clock) }));
  }
}
