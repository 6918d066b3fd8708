// Statuses of manual adjustments, with labels and colors.
import type { OperatorApi } from '../api-types.ts';
import type { StatusTable } from '../ui/status.tsx';

type Name = OperatorApi['corrections.list']['output']['rows'][number]['status'];

export const correctionStatus: StatusTable<Name> = {
  tones: { requested: 'careful', booked: 'calm', approved: 'good', refused: 'quiet' },
  texts: 'correction',
};

export const correctionStatuses = Object.keys(correctionStatus.tones) as readonly Name[];
