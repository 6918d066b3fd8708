// Policy decisions on withdrawals, with labels and colors.
import type { StatusTable } from '../ui/status.tsx';

export const ruleOutcome: StatusTable<'allow' | 'hold' | 'refuse'> = {
  tones: { allow: 'good', hold: 'careful', refuse: 'bad' },
  texts: 'ruleOutcome',
};
