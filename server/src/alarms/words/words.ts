// What messages about alarms say, in four languages. The compiler wants all kinds of alarms in each.
import type { AlarmKind, AlarmSeverity } from '../../contract/alarm-kinds.ts';
import type { MessageLanguage } from '../../contract/operator/alarm-destinations.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

export interface AlarmWords {
  /** Titles, with how many. */
  readonly raised: (count: number) => string;
  readonly repeated: (count: number) => string;
  readonly resolved: (count: number) => string;
  readonly test: string;
  readonly testText: string;
  /** Heads of the parts. */
  readonly fresh: string;
  readonly standing: string;
  readonly over: string;
  readonly severity: Readonly<Record<AlarmSeverity, string>>;
  readonly more: (count: number) => string;
  readonly since: (time: string) => string;
  readonly until: (time: string) => string;
  readonly byHand: string;
  readonly todo: string;
  readonly acknowledge: string;
  /** What is so, as the dashboard says it. */
  readonly kinds: Readonly<Record<AlarmKind, string>>;
}

export const alarmWords: Readonly<Record<MessageLanguage, AlarmWords>> = { en, de, fr, es };
