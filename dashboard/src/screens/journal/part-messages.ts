// Of a line of the journal: what its parts are called, in words. The journal keeps them as codes.

import type { JournalObject } from '../../shared/api-types.ts';
import { defineMessages, useMessages } from '../../shared/i18n.tsx';

const faceWords = defineMessages(
  { cli: 'the command line', screen: 'a screen', api: 'a program' },
  {
    de: { cli: 'Befehlszeile', screen: 'Bildschirm', api: 'Programm' },
    fr: { cli: 'la ligne de commande', screen: 'un écran', api: 'un programme' },
    es: { cli: 'la línea de comandos', screen: 'una pantalla', api: 'un programa' },
  },
);

const kindWords = defineMessages(
  { system_user: 'user of the machine', user: 'person', token: 'token' },
  {
    de: { system_user: 'Benutzer der Maschine', user: 'Person', token: 'Token' },
    fr: { system_user: 'utilisateur de la machine', user: 'personne', token: 'jeton' },
    es: { system_user: 'usuario de la máquina', user: 'persona', token: 'token' },
  },
);

const proofWords = defineMessages(
  {
    ...{ link: 'by a link', passkey: 'by a passkey', password: 'by a password' },
    ...{ password_and_code: 'by a password and a code', recovery_code: 'by a recovery code' },
    oidc: 'by single sign-on',
  },
  {
    de: {
      ...{ link: 'mit einem Link', passkey: 'mit einem Passkey', password: 'mit einem Passwort' },
      ...{
        password_and_code: 'mit Passwort und Code',
        recovery_code: 'mit einem Wiederherstellungscode',
      },
      oidc: 'über die zentrale Anmeldung',
    },
    fr: {
      ...{ link: 'par un lien', passkey: 'par une clé d’accès', password: 'par un mot de passe' },
      ...{ password_and_code: 'par mot de passe et code', recovery_code: 'par un code de secours' },
      oidc: 'par l’authentification unique',
    },
    es: {
      ...{ link: 'con un enlace', passkey: 'con una clave de acceso', password: 'con contraseña' },
      ...{
        password_and_code: 'con contraseña y código',
        recovery_code: 'con un código de recuperación',
      },
      oidc: 'con el inicio de sesión único',
    },
  },
);

const objectWords = defineMessages(
  {
    ...{ address: 'address', alarm: 'alarm', alarm_destination: 'destination of alarms' },
    ...{ api_key: 'API key', approver: 'approver', channel: 'channel' },
    ...{ channel_payment: 'channel payment', coin: 'coin', customer: 'customer' },
    correction: 'manual correction',
    ...{ currency: 'currency', delivery: 'callback', deposit: 'deposit', endpoint: 'endpoint' },
    ...{ exchange: 'exchange', invoice: 'invoice', member: 'member', passkey: 'passkey' },
    ...{ payout_stop: 'stop of payouts', personal_token: 'personal token', policy: 'policy' },
    ...{ project: 'project', project_settings: 'settings of a project', session: 'session' },
    ...{ subscription: 'subscription', transaction: 'transaction', user: 'person' },
    withdrawal: 'withdrawal',
  } satisfies Record<JournalObject, string>,
  {
    de: {
      ...{ address: 'Adresse', alarm: 'Alarm', alarm_destination: 'Ziel für Alarme' },
      ...{ api_key: 'API-Schlüssel', approver: 'Freigebender', channel: 'Kanal' },
      ...{ channel_payment: 'Kanalzahlung', coin: 'Coin', customer: 'Kunde' },
      correction: 'Korrektur von Hand',
      ...{ currency: 'Währung', delivery: 'Rückruf', deposit: 'Einzahlung', endpoint: 'Endpunkt' },
      ...{ exchange: 'Umtausch', invoice: 'Rechnung', member: 'Mitglied', passkey: 'Passkey' },
      ...{ payout_stop: 'Halt der Auszahlungen', personal_token: 'Token', policy: 'Regelwerk' },
      ...{ project: 'Projekt', project_settings: 'Einstellungen', session: 'Sitzung' },
      ...{ subscription: 'Abonnement', transaction: 'Transaktion', user: 'Person' },
      withdrawal: 'Auszahlung',
    },
    fr: {
      ...{ address: 'adresse', alarm: 'alarme', alarm_destination: 'destination des alarmes' },
      ...{ api_key: 'clé d’API', approver: 'approbateur', channel: 'canal' },
      ...{ channel_payment: 'paiement de canal', coin: 'monnaie', customer: 'client' },
      correction: 'correction à la main',
      ...{
        currency: 'devise',
        delivery: 'notification',
        deposit: 'dépôt',
        endpoint: 'point d’accès',
      },
      ...{ exchange: 'échange', invoice: 'facture', member: 'membre', passkey: 'clé d’accès' },
      ...{ payout_stop: 'arrêt des retraits', personal_token: 'jeton', policy: 'règlement' },
      ...{ project: 'projet', project_settings: 'réglages d’un projet', session: 'session' },
      ...{ subscription: 'abonnement', transaction: 'transaction', user: 'personne' },
      withdrawal: 'retrait',
    },
    es: {
      ...{ address: 'dirección', alarm: 'alarma', alarm_destination: 'destino de las alarmas' },
      ...{ api_key: 'clave de API', approver: 'aprobador', channel: 'canal' },
      ...{ channel_payment: 'pago de canal', coin: 'moneda', customer: 'cliente' },
      correction: 'corrección a mano',
      ...{ currency: 'divisa', delivery: 'notificación', deposit: 'depósito', endpoint: 'destino' },
      ...{ exchange: 'cambio', invoice: 'factura', member: 'miembro', passkey: 'clave de acceso' },
      ...{ payout_stop: 'parada de los pagos', personal_token: 'token', policy: 'reglas' },
      ...{ project: 'proyecto', project_settings: 'ajustes de un proyecto', session: 'sesión' },
      ...{ subscription: 'suscripción', transaction: 'transacción', user: 'persona' },
      withdrawal: 'retirada',
    },
  },
);

type Words = Readonly<Record<string, string>>;

/** What an earlier release called otherwise is shown by its name. */
export function usePartText() {
  const [faces, kinds]: readonly Words[] = [useMessages(faceWords), useMessages(kindWords)];
  const [proofs, objects]: readonly Words[] = [useMessages(proofWords), useMessages(objectWords)];
  const text = (words: Words | undefined) => (code: string) =>
    words?.[code] ?? code.replaceAll('_', ' ');
  return { face: text(faces), kind: text(kinds), proof: text(proofs), object: text(objects) };
}
