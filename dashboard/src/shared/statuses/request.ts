// Results of API requests, with labels and colors.
import type { StatusTable } from '../ui/status.tsx';

export type RequestResult = 'succeeded' | 'refused' | 'failed';

export const requestOutcome: StatusTable<RequestResult> = {
  tones: { succeeded: 'good', refused: 'careful', failed: 'bad' },
  texts: 'requestOutcome',
};

export function resultOf(status: number): RequestResult {
  if (status < 400) return 'succeeded';
  return status < 500 ? 'refused' : 'failed';
}
