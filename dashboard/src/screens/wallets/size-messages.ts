// What is said of the sizes of a wallet's pieces.
import { defineMessages } from '../../shared/i18n.tsx';

export const sizeMessages = defineMessages(
  {
    title: 'Pieces by size',
    from: 'Size from',
    pieces: 'Pieces',
    amount: 'Together',
    cost: 'Spending them costs',
    dear: 'more than they are worth',
  },
  {
    de: {
      title: 'Stücke nach Größe',
      from: 'Größe ab',
      pieces: 'Stücke',
      amount: 'Zusammen',
      cost: 'Sie auszugeben kostet',
      dear: 'mehr, als sie wert sind',
    },
    fr: {
      title: 'Morceaux par taille',
      from: 'Taille dès',
      pieces: 'Morceaux',
      amount: 'Ensemble',
      cost: 'Les dépenser coûte',
      dear: 'plus qu’ils ne valent',
    },
    es: {
      title: 'Piezas por tamaño',
      from: 'Tamaño desde',
      pieces: 'Piezas',
      amount: 'Juntas',
      cost: 'Gastarlas cuesta',
      dear: 'más de lo que valen',
    },
  },
);
