// How a transaction on a chain stands, in words and colours: one that came in, or one that we send.
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

type ChainStatus = (typeof statuses)[number];

const statuses = [
  ...(['pending', 'confirmed', 'dropped', 'reversed'] as const),
  ...(['reserved', 'signed', 'broadcast', 'replaced', 'dead', 'completed'] as const),
] as const;

export const chainStatus: StatusTable<ChainStatus> = {
  tones: {
    ...({ pending: 'calm', confirmed: 'good', dropped: 'quiet', reversed: 'bad' } as const),
    ...({ reserved: 'calm', signed: 'calm', broadcast: 'calm', dead: 'quiet' } as const),
    ...({ replaced: 'quiet', completed: 'good' } as const),
  },
  words: defineMessages(
    {
      ...{ pending: 'not confirmed yet', confirmed: 'confirmed', dropped: 'gone again' },
      ...{ reversed: 'taken back by the network', reserved: 'planned', signed: 'signed' },
      ...{ broadcast: 'sent', replaced: 'replaced', dead: 'given up', completed: 'confirmed' },
    },
    {
      de: {
        ...{ pending: 'noch unbestätigt', confirmed: 'bestätigt', dropped: 'wieder verschwunden' },
        ...{ reversed: 'vom Netz zurückgenommen', reserved: 'geplant', signed: 'unterschrieben' },
        ...{
          broadcast: 'gesendet',
          replaced: 'ersetzt',
          dead: 'aufgegeben',
          completed: 'bestätigt',
        },
      },
      fr: {
        ...{ pending: 'pas encore confirmée', confirmed: 'confirmée', dropped: 'disparue' },
        ...{ reversed: 'reprise par le réseau', reserved: 'prévue', signed: 'signée' },
        ...{
          broadcast: 'envoyée',
          replaced: 'remplacée',
          dead: 'abandonnée',
          completed: 'confirmée',
        },
      },
      es: {
        ...{ pending: 'aún sin confirmar', confirmed: 'confirmada', dropped: 'desaparecida' },
        ...{ reversed: 'retirada por la red', reserved: 'prevista', signed: 'firmada' },
        ...{
          broadcast: 'enviada',
          replaced: 'sustituida',
          dead: 'abandonada',
          completed: 'confirmada',
        },
      },
    },
  ),
};

export const isChainStatus = (text: string): text is ChainStatus => text in chainStatus.tones;
