// What is said around drawings of amounts over time.
import { defineMessages } from '../i18n.tsx';

export const chartMessages = defineMessages(
  { asTable: 'As a table', period: 'Period' },
  {
    de: { asTable: 'Als Tabelle', period: 'Zeitraum' },
    fr: { asTable: 'En tableau', period: 'Période' },
    es: { asTable: 'Como tabla', period: 'Periodo' },
  },
);
