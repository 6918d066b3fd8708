// What the screens of one's own account say, of all three tables.
import { confirmWords } from './confirm-messages.ts';
import { ownWords } from './own-messages.ts';
import { proofWords } from './proof-messages.ts';

export const accountMessages = {
  en: { ...ownWords.en, ...proofWords.en, ...confirmWords.en },
  de: { ...ownWords.de, ...proofWords.de, ...confirmWords.de },
  fr: { ...ownWords.fr, ...proofWords.fr, ...confirmWords.fr },
  es: { ...ownWords.es, ...proofWords.es, ...confirmWords.es },
};
