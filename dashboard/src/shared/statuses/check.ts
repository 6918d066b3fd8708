// Whether a check of the till found something, in words and colours.
import type { StatusTable } from '../ui/status.tsx';

export const checkStatus: StatusTable<'fine' | 'wrong'> = {
  tones: { fine: 'good', wrong: 'bad' },
  texts: 'check',
};
