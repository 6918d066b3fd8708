// French texts of the hosted pages. Used by strings.ts alone.
import type { Strings } from '../strings-type.ts';

export default {
  payment: 'Paiement',
  testNetwork: 'Réseau de test : n’envoyez que des pièces de test',
  sendExactly: 'Envoyez exactement',
  sendRemaining: 'Envoyez le reste',
  sendAny: 'Envoyez n’importe quel montant en',
  language: 'Langue',
  merchant: 'Commerçant',
  contact: 'Contact',
  rate: 'Taux',
  price: 'Prix',
  amount: 'Montant',
  network: 'Réseau',
  created: 'Créé',
  payBefore: 'À payer avant',
  expired: 'Expiré',
  timeLeft: '{time} restantes',
  oneMinuteLeft: 'Plus qu’une minute pour payer',
  openInWallet: 'Ouvrir dans le portefeuille',
  qrLabel: 'Code QR de la demande de paiement : {target}',
  address: 'Adresse',
  copy: 'Copier',
  copyAddress: 'Copier l’adresse',
  copyAmount: 'Copier le montant',
  copyTag: 'Copier : {name}',
  copied: 'Copié',
  copyFailed: 'Copie impossible. Sélectionnez le texte et copiez-le.',
  onlyThisCoin:
    'Envoyez uniquement des {currency}, et uniquement sur le réseau {network}. Tout autre envoi peut être perdu.',
  exchangeFee:
    'Vous payez depuis une plateforme d’échange ? Beaucoup prélèvent leurs frais sur le montant envoyé. Veillez à ce que {amount} arrivent en totalité.',
  tagNeeded:
    'Sans cette valeur ({name}), votre paiement ne peut pas être attribué. Saisissez-la dans votre portefeuille exactement comme affiché.',
  received: 'Reçu',
  remaining: 'Reste à payer',
  confirmations: {
    one: '{seen} confirmation sur {needed}',
    other: '{seen} confirmations sur {needed}',
  },
  confirmed: 'Confirmée',
  transactions: 'Transactions',
  viewTransaction: 'Voir la transaction {txid}',
  returnTo: 'Retour à {host}',
  redirecting: 'Vous allez être redirigé vers {host} dans quelques secondes.',
  refresh: 'Actualiser',
  connectionLost: 'Connexion perdue. Nouvel essai en cours ; votre paiement n’est pas affecté.',
  channelReady: {
    title: 'Prêt à recevoir votre paiement',
    text: 'Les paiements à cette adresse sont détectés automatiquement. Vous pouvez la réutiliser.',
  },
  underpaidExpired: {
    title: 'Montant incomplet',
    text: 'Une partie seulement est arrivée avant l’expiration. N’envoyez rien de plus ; les {currency} déjà envoyés sont enregistrés et le commerçant réglera la question avec vous.',
  },
  notFound: {
    title: 'Il n’y a pas de paiement ici',
    text: 'Vérifiez l’adresse de cette page ou demandez un nouveau lien au commerçant.',
  },
  tooManyRequests: {
    title: 'Trop de requêtes',
    text: 'Cette page a été chargée trop souvent. Elle réessaiera d’elle-même dans un instant ; votre paiement n’est pas affecté.',
  },
  unavailable: {
    title: 'Cette page n’est pas disponible pour le moment',
    text: 'Elle réessaiera d’elle-même. Si vous avez déjà payé, votre paiement n’est pas affecté.',
  },
  subscription: {
    interval: 'Périodicité',
    nextFrom: 'Prochaine période à partir du',
    payWith: 'Payer en {coin}',
    viewPayment: 'Voir le paiement',
    choose: {
      title: 'Choisissez comment payer',
      text: 'Choisissez une cryptomonnaie. Le taux est fixé au moment du choix et reste valable peu de temps.',
    },
    started: {
      title: 'Un paiement a été commencé',
      text: 'Veuillez le consulter avant de payer de nouveau.',
    },
    paid: {
      title: 'Cette période est payée',
      text: 'Merci. Il n’y a rien à payer pour le moment ; vous recevrez un e-mail pour le prochain paiement.',
    },
    ended: {
      title: 'Cet abonnement est terminé',
      text: 'Il n’y a plus rien à payer ici.',
    },
  },
  till: {
    status: 'État',
    works: {
      title: 'Tout fonctionne',
      text: 'Les paiements sont reconnus, les versements envoyés et les notifications transmises.',
    },
    delayed: {
      title: 'Certaines choses prennent plus de temps',
      text: 'Ce qui est en retard est rattrapé tout seul. Aucun paiement n’est perdu.',
    },
    disturbed: {
      title: 'Le service est perturbé',
      text: 'Les paiements envoyés entre-temps seront crédités ensuite. Veuillez réessayer plus tard.',
    },
    payments: 'Paiements',
    payouts: 'Versements',
    rates: 'Taux de change',
    callbacks: 'Notifications',
    standing: { up: 'fonctionne', delayed: 'en retard', paused: 'suspendu', down: 'indisponible' },
    asOf: 'État au',
  },
  refund: {
    title: 'Remboursement',
    fees: 'Frais',
    status: 'État',
    prepared: 'En préparation',
    failed: 'Non envoyé',
    onItsWay: 'En cours d’envoi',
    confirmed: 'Confirmé',
    withMerchant: 'Chez le commerçant',
    to: 'Vers',
    transaction: 'Transaction',
    copyTxid: 'Copier l’identifiant de la transaction',
    excess: 'Ce que vous avez payé en trop vous est remboursé.',
    askMerchant:
      'Le commerçant tient ce montant à votre disposition. Demandez-lui comment le recevoir.',
    askWhy: 'Ce remboursement n’a pas pu être envoyé. Veuillez contacter le commerçant.',
    notSent: {
      title: 'Remboursement chez le commerçant',
      text: 'Le commerçant a votre argent et ne l’a encore envoyé à aucune adresse. Demandez-lui comment le recevoir.',
    },
  },
  status: {
    waiting: {
      title: 'En attente de votre paiement',
      text: 'Le paiement est détecté automatiquement.',
    },
    underpaid: {
      title: 'Une partie du paiement est arrivée',
      text: 'Envoyez le reste à la même adresse.',
    },
    confirming: {
      title: 'Paiement détecté',
      text: 'Il est en cours de confirmation par le réseau. Vous n’avez plus rien à faire.',
    },
    paid: { title: 'Paiement terminé', text: 'Merci. Votre paiement est confirmé.' },
    overpaid: {
      title: 'Vous avez payé plus que nécessaire',
      text: 'Votre paiement est arrivé. Le commerçant est informé de la différence et la réglera avec vous.',
    },
    late: {
      title: 'Paiement arrivé en retard',
      text: 'Votre paiement est arrivé après l’expiration. Il est enregistré et le commerçant réglera la question avec vous.',
    },
    expired: {
      title: 'Cette demande de paiement a expiré',
      text: 'N’envoyez plus rien à cette adresse. Si vous avez déjà payé, votre paiement sera tout de même reconnu ici.',
    },
    on_hold: {
      title: 'Paiement en cours de vérification',
      text: 'Votre paiement est arrivé et est en cours de vérification. Pour toute question, contactez le commerçant.',
    },
    refunded: {
      title: 'Paiement renvoyé',
      text: 'Le commerçant a remboursé ce paiement. Si vous ne l’avez pas reçu, contactez le commerçant.',
    },
    cancelled: {
      title: 'Cette demande de paiement a été annulée',
      text: 'N’envoyez rien à cette adresse.',
    },
    disabled: {
      title: 'Paiements suspendus',
      text: 'Cette adresse est désactivée pour le moment. N’y envoyez rien.',
    },
  },
} as const satisfies Strings;
