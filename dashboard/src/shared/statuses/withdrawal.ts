// How withdrawals stand, in words and colours.
import type { CoinWithdrawal } from '@chaintill/client';
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export type WithdrawalStatus = CoinWithdrawal['status'];

export const withdrawalStatus: StatusTable<WithdrawalStatus> = {
  tones: {
    new: 'calm',
    pending: 'calm',
    on_hold: 'careful',
    processing: 'calm',
    sent: 'calm',
    completed: 'good',
    failed: 'bad',
    cancelled: 'quiet',
  },
  words: defineMessages(
    {
      new: 'not confirmed',
      pending: 'waits to be sent',
      on_hold: 'on hold',
      processing: 'being sent',
      sent: 'sent',
      completed: 'completed',
      failed: 'failed',
      cancelled: 'cancelled',
    },
    {
      de: {
        new: 'nicht bestätigt',
        pending: 'wartet auf Versand',
        on_hold: 'angehalten',
        processing: 'wird gesendet',
        sent: 'gesendet',
        completed: 'abgeschlossen',
        failed: 'gescheitert',
        cancelled: 'abgebrochen',
      },
      fr: {
        new: 'non confirmé',
        pending: 'en attente d’envoi',
        on_hold: 'retenu',
        processing: 'en cours d’envoi',
        sent: 'envoyé',
        completed: 'terminé',
        failed: 'échoué',
        cancelled: 'annulé',
      },
      es: {
        new: 'sin confirmar',
        pending: 'espera el envío',
        on_hold: 'retenida',
        processing: 'enviándose',
        sent: 'enviada',
        completed: 'completada',
        failed: 'fallida',
        cancelled: 'cancelada',
      },
    },
  ),
};

export const withdrawalStatuses = Object.keys(withdrawalStatus.tones) as WithdrawalStatus[];
