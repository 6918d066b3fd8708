// What is said to somebody who has a payer in front of him, or on the telephone.
import { defineMessages } from '../../shared/i18n.tsx';

export const payerMessages = defineMessages(
  {
    title: 'For the payer',
    how: 'The payer’s wallet reads the picture; or send the link of the payment page, which has all of it.',
    link: 'link to the payment page',
    picture: (amount: string, address: string) => `QR code: ${amount} to ${address}`,
  },
  {
    de: {
      title: 'Für den Zahler',
      how: 'Das Wallet des Zahlers liest das Bild; oder Sie senden den Link zur Bezahlseite, auf der alles steht.',
      link: 'Link zur Bezahlseite',
      picture: (amount, address) => `QR-Code: ${amount} an ${address}`,
    },
    fr: {
      title: 'Pour le payeur',
      how: 'Le portefeuille du payeur lit l’image ; ou envoyez le lien de la page de paiement, où tout se trouve.',
      link: 'le lien de la page de paiement',
      picture: (amount, address) => `Code QR : ${amount} à ${address}`,
    },
    es: {
      title: 'Para el pagador',
      how: 'El monedero del pagador lee la imagen; o envíe el enlace de la página de pago, donde está todo.',
      link: 'el enlace de la página de pago',
      picture: (amount, address) => `Código QR: ${amount} a ${address}`,
    },
  },
);
