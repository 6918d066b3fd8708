// What is said of the limits of a policy, and how much of them is used.
import { counted, defineMessages } from '../../shared/i18n.tsx';

const percentIn = (language: string) => {
  const text = new Intl.NumberFormat(language, { style: 'percent' });
  return (percent: number): string => text.format(percent / 100);
};

export const limitMessages = defineMessages(
  {
    title: 'Used of the limits',
    none: 'No rule has a limit over hours or days.',
    unused: 'Nothing was sent in this window.',
    project: 'all withdrawals together',
    key: 'each API key for itself',
    customer: 'each customer for himself',
    coin: 'each coin for itself',
    destination: 'each destination for itself',
    whole: 'All together',
    ofNone: 'without one',
    window: counted('en', { one: 'in the last hour', other: 'in the last # hours' }),
    withdrawals: counted('en', { one: '# withdrawal', other: '# withdrawals' }),
    percent: percentIn('en'),
  },
  {
    de: {
      title: 'Von den Grenzen verbraucht',
      none: 'Keine Regel hat eine Grenze über Stunden oder Tage.',
      unused: 'In diesem Zeitraum wurde nichts gesendet.',
      project: 'alle Auszahlungen zusammen',
      key: 'jeder API-Schlüssel für sich',
      customer: 'jeder Kunde für sich',
      coin: 'jeder Coin für sich',
      destination: 'jedes Ziel für sich',
      whole: 'Alle zusammen',
      ofNone: 'ohne',
      window: counted('de', { one: 'in der letzten Stunde', other: 'in den letzten # Stunden' }),
      withdrawals: counted('de', { one: '# Auszahlung', other: '# Auszahlungen' }),
      percent: percentIn('de'),
    },
    fr: {
      title: 'Utilisé des limites',
      none: 'Aucune règle n’a de limite sur des heures ou des jours.',
      unused: 'Rien n’a été envoyé dans cette période.',
      project: 'tous les retraits ensemble',
      key: 'chaque clé d’API à part',
      customer: 'chaque client à part',
      coin: 'chaque monnaie à part',
      destination: 'chaque destination à part',
      whole: 'Tous ensemble',
      ofNone: 'sans',
      window: counted('fr', {
        one: 'dans la dernière heure',
        other: 'dans les # dernières heures',
      }),
      withdrawals: counted('fr', { one: '# retrait', other: '# retraits' }),
      percent: percentIn('fr'),
    },
    es: {
      title: 'Usado de los límites',
      none: 'Ninguna regla tiene un límite por horas o días.',
      unused: 'Nada se envió en este periodo.',
      project: 'todas las retiradas juntas',
      key: 'cada clave de API por separado',
      customer: 'cada cliente por separado',
      coin: 'cada moneda por separado',
      destination: 'cada destino por separado',
      whole: 'Todas juntas',
      ofNone: 'sin',
      window: counted('es', { one: 'en la última hora', other: 'en las últimas # horas' }),
      withdrawals: counted('es', { one: '# retirada', other: '# retiradas' }),
      percent: percentIn('es'),
    },
  },
);
