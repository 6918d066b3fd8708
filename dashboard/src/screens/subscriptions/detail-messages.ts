// What the page of one subscription says.
import { defineMessages } from '../../shared/i18n.tsx';

export const subscriptionDetailWords = defineMessages(
  {
    subscription: 'Subscription',
    noInvoices: 'Its payer has not chosen a coin yet: each choice makes an invoice.',
    begins: 'This period began',
    created: 'Created',
    cancelled: 'Cancelled',
    product: 'Product',
    description: 'Description',
    id: 'Id',
    page: 'Payment page',
  },
  {
    de: {
      subscription: 'Abonnement',
      noInvoices: 'Der Zahler hat noch keinen Coin gewählt: Jede Wahl macht eine Rechnung.',
      begins: 'Diese Periode begann',
      created: 'Angelegt',
      cancelled: 'Beendet',
      product: 'Produkt',
      description: 'Beschreibung',
      id: 'ID',
      page: 'Bezahlseite',
    },
    fr: {
      subscription: 'Abonnement',
      noInvoices: 'Le payeur n’a pas encore choisi de monnaie : chaque choix crée une facture.',
      begins: 'Début de cette période',
      created: 'Création',
      cancelled: 'Annulation',
      product: 'Produit',
      description: 'Description',
      id: 'Identifiant',
      page: 'Page de paiement',
    },
    es: {
      subscription: 'Suscripción',
      noInvoices: 'El pagador aún no ha elegido moneda: cada elección crea una factura.',
      begins: 'Inicio de este periodo',
      created: 'Creación',
      cancelled: 'Cancelación',
      product: 'Producto',
      description: 'Descripción',
      id: 'Identificador',
      page: 'Página de pago',
    },
  },
);
