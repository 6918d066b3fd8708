// What the screens of one's own account say, of both tables.
import { ownWords } from './own-messages.ts';
import { proofWords } from './proof-messages.ts';

export const accountWords = {
  en: { ...ownWords.en, ...proofWords.en },
  de: { ...ownWords.de, ...proofWords.de },
  fr: { ...ownWords.fr, ...proofWords.fr },
  es: { ...ownWords.es, ...proofWords.es },
};
