// Results of checks of the instance, with labels and colors.
import type { StatusTable } from '../ui/status.tsx';

export const checkStatus: StatusTable<'fine' | 'wrong'> = {
  tones: { fine: 'good', wrong: 'bad' },
  texts: 'check',
};
