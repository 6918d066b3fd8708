// An object's status: a color, always with its label. The tables are in shared/statuses, one file per noun.
import { type Texts, useTexts } from '../texts.ts';
import classes from './text.module.css';

type Tone = 'good' | 'careful' | 'bad' | 'calm' | 'quiet';

export interface StatusTable<S extends string> {
  readonly tones: Readonly<Record<S, Tone>>;
  /** The labels, by their key under `statuses` in the catalog. */
  readonly texts: NamesOf<S>;
}

type Statuses = Texts['common']['statuses'];

/** The keys of the catalog that label each status. */
type NamesOf<S extends string> = {
  [K in keyof Statuses]: Statuses[K] extends Readonly<Record<S, string>> ? K : never;
}[keyof Statuses];

interface Props<S extends string> {
  readonly of: StatusTable<S>;
  readonly value: S;
}

export function useStatusNames<S extends string>(of: StatusTable<S>): Readonly<Record<S, string>> {
  return useTexts('common').statuses[of.texts] as Readonly<Record<S, string>>;
}

export function Status<S extends string>({ of, value }: Props<S>) {
  const t: Readonly<Record<S, string>> = useStatusNames(of);
  return (
    <span className={classes.status} data-tone={of.tones[value]}>
      {t[value]}
    </span>
  );
}
