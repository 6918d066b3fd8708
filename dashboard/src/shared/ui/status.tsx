// Where an object stands: a colour, and always the word. The tables are in shared/statuses, one file for each noun.
import { type Messages, useMessages } from '../i18n.tsx';
import classes from './text.module.css';

type Tone = 'good' | 'careful' | 'bad' | 'calm' | 'quiet';

export interface StatusTable<S extends string> {
  readonly tones: Readonly<Record<S, Tone>>;
  readonly words: Messages<Readonly<Record<S, string>>>;
}

interface Props<S extends string> {
  readonly of: StatusTable<S>;
  readonly value: S;
}

export function Status<S extends string>({ of, value }: Props<S>) {
  const t: Readonly<Record<S, string>> = useMessages(of.words);
  return (
    <span className={classes.status} data-tone={of.tones[value]}>
      {t[value]}
    </span>
  );
}
