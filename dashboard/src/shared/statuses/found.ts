// Statuses of search results, with the labels of their own screens. A status without a label is shown by its code.
import { type Language, useLanguage } from '../i18n.tsx';
import { type Texts, textsIn } from '../texts.ts';

type Names = readonly (keyof Texts['common']['statuses'])[];

const namesOf: Readonly<Record<string, Names>> = {
  invoice: ['invoice'],
  withdrawal: ['withdrawal'],
  deposit: ['unmatched', 'chain'],
  channel: ['endpoint'],
  channel_payment: ['channelPayment'],
  subscription: ['subscription'],
};

/** The status of an object of this type. */
export function foundStatusIn(language: Language, type: string, status: string): string {
  const { statuses } = textsIn(language, 'common');
  const known = namesOf[type]?.flatMap((name) => Object.entries(statuses[name])) ?? [];
  return known.find(([code]) => code === status)?.[1] ?? status.replaceAll('_', ' ');
}

export function useFoundStatus(): (type: string, status: string) => string {
  const { language } = useLanguage();
  return (type, status) => foundStatusIn(language, type, status);
}
