// What a rule decides about a withdrawal, in words and colours.
import type { StatusTable } from '../ui/status.tsx';

export const ruleOutcome: StatusTable<'allow' | 'hold' | 'refuse'> = {
  tones: { allow: 'good', hold: 'careful', refuse: 'bad' },
  texts: 'ruleOutcome',
};
