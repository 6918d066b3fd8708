// How what the search finds stands, in the words of its own screen; what has none there is shown as it is called.
import { defineMessages, type Language, useLanguage } from '../i18n.tsx';
import { chainStatus } from './chain.ts';
import { channelPaymentStatus } from './channel-payment.ts';
import { endpointStatus } from './endpoint.ts';
import { invoiceStatus } from './invoice.ts';
import { subscriptionStatus } from './subscription.ts';
import { withdrawalStatus } from './withdrawal.ts';

type Words = Readonly<Record<Language, Readonly<Record<string, string>>>>;

const unmatched = defineMessages(
  { unmatched: 'waits in the inbox' },
  {
    de: { unmatched: 'wartet im Eingang' },
    fr: { unmatched: 'attend dans la boîte de réception' },
    es: { unmatched: 'espera en la bandeja de entrada' },
  },
);

const wordsOf: Readonly<Record<string, readonly Words[]>> = {
  invoice: [invoiceStatus.words],
  withdrawal: [withdrawalStatus.words],
  deposit: [unmatched, chainStatus.words],
  channel: [endpointStatus.words],
  channel_payment: [channelPaymentStatus.words],
  subscription: [subscriptionStatus.words],
};

/** Of an object of this type. */
export function foundStatusIn(language: Language, type: string, status: string): string {
  const known = wordsOf[type]?.find((words) => status in words[language]);
  return known?.[language][status] ?? status.replaceAll('_', ' ');
}

export function useFoundStatus(): (type: string, status: string) => string {
  const { language } = useLanguage();
  return (type, status) => foundStatusIn(language, type, status);
}
