// Statuses of on-chain transactions, incoming and outgoing, with labels and colors.
import type { StatusTable } from '../ui/status.tsx';

type ChainStatus = (typeof statuses)[number];

const statuses = [
  'pending',
  'confirmed',
  'dropped',
  'reversed',
  'reserved',
  'signed',
  'broadcast',
  'replaced',
  'dead',
  'completed',
] as const;

export const chainStatus: StatusTable<ChainStatus> = {
  tones: {
    ...({ pending: 'calm', confirmed: 'good', dropped: 'quiet', reversed: 'bad' } as const),
    ...({ reserved: 'calm', signed: 'calm', broadcast: 'calm', dead: 'quiet' } as const),
    ...({ replaced: 'quiet', completed: 'good' } as const),
  },
  texts: 'chain',
};

export const isChainStatus = (text: string): text is ChainStatus => text in chainStatus.tones;
