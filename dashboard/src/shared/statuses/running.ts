// How networks, rates and recurring work stand, in words and colours.
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export type NetworkStatus = 'read' | 'behind' | 'old' | 'silent' | 'not_yet';

export const networkStatus: StatusTable<NetworkStatus> = {
  tones: { read: 'good', behind: 'careful', old: 'bad', silent: 'bad', not_yet: 'quiet' },
  words: defineMessages(
    {
      read: 'is read',
      behind: 'falls behind',
      old: 'hears of no new block',
      silent: 'does not answer',
      not_yet: 'not read yet',
    },
    {
      de: {
        read: 'wird gelesen',
        behind: 'hinkt nach',
        old: 'hört von keinem neuen Block',
        silent: 'antwortet nicht',
        not_yet: 'noch nicht gelesen',
      },
      fr: {
        read: 'est lu',
        behind: 'en retard',
        old: 'n’apprend aucun nouveau bloc',
        silent: 'ne répond pas',
        not_yet: 'pas encore lu',
      },
      es: {
        read: 'se lee',
        behind: 'va atrasada',
        old: 'no sabe de bloques nuevos',
        silent: 'no responde',
        not_yet: 'aún sin leer',
      },
    },
  ),
};

export const rateStatus: StatusTable<'in_force' | 'stale' | 'jumped' | 'missing'> = {
  tones: { in_force: 'good', stale: 'bad', jumped: 'careful', missing: 'bad' },
  words: defineMessages(
    { in_force: 'in force', stale: 'too old', jumped: 'jumped', missing: 'missing' },
    {
      de: { in_force: 'gilt', stale: 'zu alt', jumped: 'gesprungen', missing: 'fehlt' },
      fr: { in_force: 'en vigueur', stale: 'trop ancien', jumped: 'a bondi', missing: 'manque' },
      es: { in_force: 'rige', stale: 'demasiado viejo', jumped: 'ha saltado', missing: 'falta' },
    },
  ),
};

export const workStatus: StatusTable<'runs' | 'rests' | 'fails'> = {
  tones: { runs: 'calm', rests: 'good', fails: 'bad' },
  words: defineMessages(
    { runs: 'runs now', rests: 'fine', fails: 'fails' },
    {
      de: { runs: 'läuft jetzt', rests: 'in Ordnung', fails: 'scheitert' },
      fr: { runs: 'en cours', rests: 'en ordre', fails: 'échoue' },
      es: { runs: 'en marcha', rests: 'en orden', fails: 'falla' },
    },
  ),
};

export const signerStatus: StatusTable<'signs' | 'away' | 'none'> = {
  tones: { signs: 'good', away: 'bad', none: 'quiet' },
  words: defineMessages(
    { signs: 'signs', away: 'does not sign', none: 'receives only' },
    {
      de: { signs: 'signiert', away: 'signiert nicht', none: 'nur Empfang' },
      fr: { signs: 'signe', away: 'ne signe pas', none: 'réception seule' },
      es: { signs: 'firma', away: 'no firma', none: 'solo recepción' },
    },
  ),
};
