// Why the signer does not answer, as the service says it, told in the reader's language. What has no words here is shown as
// it was said.
import { defineMessages, useMessages } from '../../shared/i18n.tsx';

export const awayMessages = defineMessages(
  {
    nobody: (path: string) => `no signer listens at ${path}`,
    open: (path: string) => `the socket ${path} is open to everybody: it is not the signer’s`,
    ended: 'the signer ended without an answer',
    away: (why: string) => `the signer is away: ${why}`,
    cannot: (why: string) => `the signer cannot answer: ${why}`,
    other: (path: string) => `what listens at ${path} does not answer like a signer`,
    cut: (path: string) =>
      `the journal of the signer at ${path} was cut or set back: see “The journal” in docs/keys.md`,
    noSeed: 'there is no seed in this database, and no signer',
    noSocket: 'CHAINTILL_SIGNER_SOCKET is not set: only a signer may have the seed alone',
    none: 'no signer is configured',
  },
  {
    de: {
      nobody: (path) => `an ${path} hört kein Signierer`,
      open: (path) => `der Socket ${path} steht allen offen: Er ist nicht der des Signierers`,
      ended: 'der Signierer hat ohne Antwort aufgehört',
      away: (why) => `der Signierer ist weg: ${why}`,
      cannot: (why) => `der Signierer kann nicht antworten: ${why}`,
      other: (path) => `was an ${path} hört, antwortet nicht wie ein Signierer`,
      cut: (path) =>
        `das Journal des Signierers an ${path} wurde gekürzt oder zurückgesetzt: siehe „The journal“ in docs/keys.md`,
      noSeed: 'in dieser Datenbank ist kein Seed, und es gibt keinen Signierer',
      noSocket:
        'CHAINTILL_SIGNER_SOCKET ist nicht gesetzt: Den Seed allein darf nur ein Signierer haben',
      none: 'es ist kein Signierer eingerichtet',
    },
    fr: {
      nobody: (path) => `aucun signataire n’écoute sur ${path}`,
      open: (path) => `le socket ${path} est ouvert à tous : ce n’est pas celui du signataire`,
      ended: 'le signataire s’est arrêté sans répondre',
      away: (why) => `le signataire est absent : ${why}`,
      cannot: (why) => `le signataire ne peut pas répondre : ${why}`,
      other: (path) => `ce qui écoute sur ${path} ne répond pas comme un signataire`,
      cut: (path) =>
        `le journal du signataire sur ${path} a été coupé ou remis en arrière : voir « The journal » dans docs/keys.md`,
      noSeed: 'il n’y a pas de graine dans cette base, ni de signataire',
      noSocket:
        'CHAINTILL_SIGNER_SOCKET n’est pas défini : seul un signataire peut avoir la graine seul',
      none: 'aucun signataire n’est configuré',
    },
    es: {
      nobody: (path) => `ningún firmante escucha en ${path}`,
      open: (path) => `el socket ${path} está abierto a todos: no es el del firmante`,
      ended: 'el firmante terminó sin responder',
      away: (why) => `el firmante no está: ${why}`,
      cannot: (why) => `el firmante no puede responder: ${why}`,
      other: (path) => `lo que escucha en ${path} no responde como un firmante`,
      cut: (path) =>
        `el diario del firmante en ${path} se cortó o se retrasó: véase «The journal» en docs/keys.md`,
      noSeed: 'no hay semilla en esta base de datos, ni firmante',
      noSocket:
        'CHAINTILL_SIGNER_SOCKET no está definido: solo un firmante puede tener la semilla solo',
      none: 'no hay ningún firmante configurado',
    },
  },
);

type Words = (typeof awayMessages)['en'];

/** As server/src/keys and addresses/wallets.ts say it; a test compares. */
const SAID: readonly (readonly [RegExp, keyof Words])[] = [
  [/^no signer listens at (.+)$/, 'nobody'],
  [/^the socket (.+) is open to everybody: /, 'open'],
  [/^the signer ended without an answer$/, 'ended'],
  [/^the signer is away: (.+)$/s, 'away'],
  [/^the signer cannot answer: (.+)$/s, 'cannot'],
  [/^what listens at (.+) does not answer like a signer$/, 'other'],
  [/^the journal of the signer at (.+) ends at /, 'cut'],
  [/^there is no seed in this database, and no signer$/, 'noSeed'],
  [/^set CHAINTILL_SIGNER_SOCKET: /, 'noSocket'],
  [/^no signer is configured$/, 'none'],
];

export function awayText(t: Words, said: string): string {
  for (const [form, name] of SAID) {
    const found = form.exec(said);
    const word = t[name];
    if (found !== null) return typeof word === 'string' ? word : word(found[1] ?? '');
  }
  return said;
}

export function useAwayText(): (said: string) => string {
  const t = useMessages(awayMessages);
  return (said) => awayText(t, said);
}
