// What a rule decides about a withdrawal, in words and colours.
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export const ruleOutcome: StatusTable<'allow' | 'hold' | 'refuse'> = {
  tones: { allow: 'good', hold: 'careful', refuse: 'bad' },
  words: defineMessages(
    { allow: 'allow', hold: 'hold', refuse: 'refuse' },
    {
      de: { allow: 'erlauben', hold: 'anhalten', refuse: 'ablehnen' },
      fr: { allow: 'permettre', hold: 'retenir', refuse: 'refuser' },
      es: { allow: 'permitir', hold: 'retener', refuse: 'rechazar' },
    },
  ),
};
