// The doctor's findings, in French.
import type { FindingTexts } from './findings.ts';

export const fr: FindingTexts = {
  database: { is: 'Base de données', advice: 'Démarrez-la ; tout l’attend.' },
  database_role: {
    is: 'Droits du service dans la base',
    advice:
      'Séparez le service du propriétaire de ses tables et retirez-lui ce dont il n’a pas besoin : operations.md, « Two roles ».',
  },
  clock: { is: 'Horloge de cette machine', advice: 'Réglez les deux machines par NTP.' },
  workers: {
    is: 'Processus de travail',
    advice:
      'Démarrez-en un dont CHAINTILL_ROLE est workers ou all : sans lui, rien n’est observé, envoyé ni rappelé.',
  },
  chain: {
    is: 'Lecture de la chaîne',
    advice: 'Démarrez le nœud, et comparez son adresse et ses identifiants à la configuration.',
  },
  rates: {
    is: 'Cours',
    advice: 'Regardez les sources de cours ; sans cours frais, rien n’est converti.',
  },
  node: { is: 'Nœud', advice: 'Faites ce que dit la ligne du nœud.' },
  signer: { is: 'Signataire', advice: 'Démarrez-le ; keys.md dit comment.' },
  cover: {
    is: 'Portefeuille face aux livres',
    advice: 'Cherchez où est passé l’écart avant tout paiement.',
  },
  network_costs: {
    is: 'Coûts de réseau dans les livres',
    advice:
      'Les transferts non comptabilisés le sont dans l’heure. Signalez ceux qui sont faux : c’est une erreur du programme.',
  },
  solvency: {
    is: 'Ce que possèdent les marchands face à ce qui est là',
    advice:
      'Cherchez comment c’est arrivé ; apportez les pièces, ou déclarez ce que vous détenez ailleurs.',
  },
  output_sums: {
    is: 'Sommes des sorties',
    advice: 'Quelqu’un a modifié la base à la main : restaurez une sauvegarde (restores.md).',
  },
  books: {
    is: 'Livres',
    advice: 'Les paiements du projet sont arrêtés : signalez-le, c’est une erreur du programme.',
  },
  payout_stops: {
    is: 'Paiements arrêtés',
    advice: 'Cherchez la cause sur l’écran des arrêts, puis levez-le avec un motif.',
  },
  alarms: { is: 'Alarmes en cours', advice: 'L’écran des alarmes dit pour chacune que faire.' },
  tokens: { is: 'Jetons à côté des pièces', advice: '' },
  contested_payments: { is: 'Paiements contestés', advice: '' },
  small_payments: {
    is: 'Petits paiements',
    advice:
      'Regroupez-les tant que les frais sont bas : CHAINTILL_CONSOLIDATION_MAX_FEE fixe un prix pour la monnaie.',
  },
  fresh_payouts: {
    is: 'Paiements d’argent récent',
    advice: 'La chaîne des dépôts avance-t-elle ? Sinon, relevez freshMoneyMaxEur du projet.',
  },
  deposits_unassessed: {
    is: 'Dépôts sans risque évalué',
    advice: 'Leur source de risque ne répond pas ; regardez les travaux récurrents.',
  },
  invoices_overdue: {
    is: 'Factures en attente d’examen',
    advice: 'Aucun processus ne fait ce travail ; regardez les travaux récurrents.',
  },
  channel_payments_overdue: {
    is: 'Paiements de canal en attente d’examen',
    advice: 'Aucun processus ne fait ce travail ; regardez les travaux récurrents.',
  },
  withdrawals_unsent: {
    is: 'Retraits qui attendent d’être envoyés',
    advice: 'Chacun dit sur sa page ce qu’il attend.',
  },
  withdrawals_on_hold: {
    is: 'Retraits retenus',
    advice: 'Quelqu’un doit les approuver, les libérer ou les annuler.',
  },
  withdrawals_unconfirmed: {
    is: 'Retraits envoyés et non confirmés',
    advice:
      'Cherchez leurs transactions dans un explorateur ; ils sont remplacés d’eux-mêmes tant que leur budget dure.',
  },
  quotes_unexpired: {
    is: 'Offres qui auraient dû expirer',
    advice: 'Aucun processus ne fait ce travail ; regardez les travaux récurrents.',
  },
  alarm_destinations: {
    is: 'Si les alarmes sont signalées',
    advice:
      'Une destination d’alarmes ne prend aucun message : envoyez un essai depuis l’écran des alarmes et corrigez ce qui revient.',
  },
  backups: {
    is: 'Sauvegardes',
    advice:
      'La dernière sauvegarde est trop ancienne : voyez ce que dit son timer ou son script, et faites-en une.',
  },
  callback_deliveries_failed: {
    is: 'Notifications abandonnées',
    advice: 'Faites réparer les destinataires, puis renvoyez-les.',
  },
  wallets: {
    is: 'Adresses et leurs clés',
    advice:
      'Mauvaise base, mauvais réseau ou mauvaise clé maîtresse : n’acceptez plus de paiements.',
  },
  derivation: {
    is: 'Dérivation des adresses',
    advice:
      'Mauvaise base, mauvais réseau ou mauvaise clé maîtresse : n’acceptez plus de paiements.',
  },
  addresses: {
    is: 'Paiements à des adresses inconnues',
    advice: 'Ils peuvent venir de payeurs que cette base a oubliés : restores.md.',
  },
};
