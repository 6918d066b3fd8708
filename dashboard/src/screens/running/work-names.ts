// What runs by itself, in words: rows that wait for workers, and recurring work, some of it for each coin.
import { defineMessages, useMessages } from '../../shared/i18n.tsx';
import { words } from '../../shared/ui/words.ts';

const queueMessages = defineMessages(
  {
    invoices: 'Invoices',
    'channel payments': 'Payments to channels',
    subscriptions: 'Subscriptions',
    mails: 'Mails',
    'exchange quotes': 'Quotes of exchanges',
    'withdrawal quotes': 'Quotes of withdrawals',
    payouts: 'Payouts',
    transfers: 'Transfers',
    callbacks: 'Callbacks',
  },
  {
    de: {
      invoices: 'Rechnungen',
      'channel payments': 'Kanalzahlungen',
      subscriptions: 'Abonnements',
      mails: 'Mails',
      'exchange quotes': 'Angebote für Umtausche',
      'withdrawal quotes': 'Angebote für Auszahlungen',
      payouts: 'Auszahlungen',
      transfers: 'Überweisungen',
      callbacks: 'Rückrufe',
    },
    fr: {
      invoices: 'Factures',
      'channel payments': 'Paiements de canal',
      subscriptions: 'Abonnements',
      mails: 'Courriels',
      'exchange quotes': 'Devis d’échange',
      'withdrawal quotes': 'Devis de retrait',
      payouts: 'Versements',
      transfers: 'Transferts',
      callbacks: 'Notifications',
    },
    es: {
      invoices: 'Facturas',
      'channel payments': 'Pagos de canal',
      subscriptions: 'Suscripciones',
      mails: 'Correos',
      'exchange quotes': 'Presupuestos de cambio',
      'withdrawal quotes': 'Presupuestos de retirada',
      payouts: 'Pagos',
      transfers: 'Transferencias',
      callbacks: 'Notificaciones',
    },
  },
);

export const taskMessages = defineMessages(
  {
    watch: 'Reading the chain',
    assess: 'Assessing risk',
    hear: 'Hearing of blocks',
    nodes: 'Comparing nodes',
    consolidate: 'Collecting coins',
    rates: 'Rates',
    notices: 'Mails about what waits',
    cleaning: 'Clearing away what is old',
    'cleaning-uses': 'Clearing away what was spent',
    'forgetting-callbacks': 'Forgetting old callbacks',
    'packing-callbacks': 'Packing delivered callbacks',
    'silent-nodes': 'Nodes that fell silent',
    alarms: 'Telling alarms',
    costs: 'Booking network costs of older transfers',
    solvency: 'What is owed against what is held',
    audit: 'Proving the books',
    statistics: 'Statistics of the database',
    'day-sums': 'Sums of days',
    'network-fees': 'Network fees',
    backup: 'Backups',
    'backup-age': 'Age of the newest backup',
    'late-times': 'Due times too far ahead',
    'payments-untold': 'Payments another cell was not told of',
    'wal-archive': 'Storing the log of the database',
    send: 'Sending',
  },
  {
    de: {
      watch: 'Lesen der Kette',
      assess: 'Bewerten des Risikos',
      hear: 'Hören auf Blöcke',
      nodes: 'Vergleich der Knoten',
      consolidate: 'Einsammeln von Coins',
      rates: 'Kurse',
      notices: 'Mails über Wartendes',
      cleaning: 'Wegräumen von Altem',
      'cleaning-uses': 'Wegräumen von Ausgegebenem',
      'forgetting-callbacks': 'Vergessen alter Callbacks',
      'packing-callbacks': 'Packen zugestellter Callbacks',
      'silent-nodes': 'Verstummte Knoten',
      alarms: 'Melden von Alarmen',
      costs: 'Netzkosten älterer Transfers buchen',
      solvency: 'Geschuldet gegen vorhanden',
      audit: 'Beweisen der Bücher',
      statistics: 'Statistik der Datenbank',
      'day-sums': 'Summen der Tage',
      'network-fees': 'Netzgebühren',
      backup: 'Sicherungen',
      'backup-age': 'Alter der neuesten Sicherung',
      'late-times': 'Zu späte Fälligkeiten',
      'payments-untold': 'Zahlungen, die einer anderen Zelle nicht gemeldet sind',
      'wal-archive': 'Ablegen des Protokolls der Datenbank',
      send: 'Senden',
    },
    fr: {
      watch: 'Lecture de la chaîne',
      assess: 'Évaluation du risque',
      hear: 'Écoute des blocs',
      nodes: 'Comparaison des nœuds',
      consolidate: 'Collecte des pièces',
      rates: 'Cours',
      notices: 'Courriels sur ce qui attend',
      cleaning: 'Nettoyage de l’ancien',
      'cleaning-uses': 'Nettoyage du dépensé',
      'forgetting-callbacks': 'Oubli des anciens callbacks',
      'packing-callbacks': 'Compactage des callbacks livrés',
      'silent-nodes': 'Nœuds devenus muets',
      alarms: 'Envoi des alarmes',
      costs: 'Comptabiliser les coûts d’anciens transferts',
      solvency: 'Dû et détenu',
      audit: 'Preuve des livres',
      statistics: 'Statistiques de la base',
      'day-sums': 'Sommes des jours',
      'network-fees': 'Frais de réseau',
      backup: 'Sauvegardes',
      'backup-age': 'Âge de la dernière sauvegarde',
      'late-times': 'Échéances trop lointaines',
      'payments-untold': 'Paiements non signalés à une autre cellule',
      'wal-archive': 'Archivage du journal de la base',
      send: 'Envoi',
    },
    es: {
      watch: 'Lectura de la cadena',
      assess: 'Evaluación del riesgo',
      hear: 'Escucha de bloques',
      nodes: 'Comparación de nodos',
      consolidate: 'Recogida de monedas',
      rates: 'Cotizaciones',
      notices: 'Correos sobre lo que espera',
      cleaning: 'Limpieza de lo antiguo',
      'cleaning-uses': 'Limpieza de lo gastado',
      'forgetting-callbacks': 'Olvido de callbacks antiguos',
      'packing-callbacks': 'Compactación de callbacks entregados',
      'silent-nodes': 'Nodos que callaron',
      alarms: 'Aviso de alarmas',
      costs: 'Anotar los costes de transferencias antiguas',
      solvency: 'Lo debido y lo que hay',
      audit: 'Prueba de los libros',
      statistics: 'Estadísticas de la base',
      'day-sums': 'Sumas de los días',
      'network-fees': 'Comisiones de red',
      backup: 'Copias de seguridad',
      'backup-age': 'Antigüedad de la última copia',
      'late-times': 'Vencimientos demasiado lejanos',
      'payments-untold': 'Pagos no comunicados a otra celda',
      'wal-archive': 'Archivo del registro de la base de datos',
      send: 'Envío',
    },
  },
);

type Words = Readonly<Record<string, string>>;

/** What a later release named is shown by its name. */
export function useWorkText() {
  const { labelled } = useMessages(words);
  const queues: Words = useMessages(queueMessages);
  const tasks: Words = useMessages(taskMessages);
  return {
    queue: (name: string) => queues[name] ?? name,
    /** `watch-btc` is the reading of a chain, of BTC. */
    task(name: string) {
      const [, work = name, coin] = /^([a-z]+)-([a-z0-9._-]+)$/.exec(name) ?? [];
      const ofCoin = tasks[work];
      if (tasks[name] !== undefined) return tasks[name];
      if (ofCoin === undefined || coin === undefined) return name;
      return labelled(ofCoin, coin.toUpperCase());
    },
  };
}
