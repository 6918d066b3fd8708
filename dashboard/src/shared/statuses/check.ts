// Whether a check of the till found something, in words and colours.
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export const checkStatus: StatusTable<'fine' | 'wrong'> = {
  tones: { fine: 'good', wrong: 'bad' },
  words: defineMessages(
    { fine: 'fine', wrong: 'wrong' },
    {
      de: { fine: 'in Ordnung', wrong: 'falsch' },
      fr: { fine: 'en ordre', wrong: 'anomalie' },
      es: { fine: 'en orden', wrong: 'mal' },
    },
  ),
};
