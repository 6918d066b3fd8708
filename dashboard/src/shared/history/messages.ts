// What the history of an object says.
import { defineMessages } from '../i18n.tsx';

export const historyMessages = defineMessages(
  {
    title: 'History',
    nothing: 'Nothing has happened yet.',
    older: 'What is older stands in the lists above.',
    byWhom: (what: string, actor: string) => `${what}, by ${actor}`,
    createCustomer: 'Created',
    updateCustomer: 'Changed',
    createSubscription: 'Created',
    cancelSubscription: 'Cancelled',
    callback: (event: string) => `Callback “${event}”`,
  },
  {
    de: {
      title: 'Verlauf',
      nothing: 'Noch ist nichts geschehen.',
      older: 'Älteres steht in den Listen oben.',
      byWhom: (what, actor) => `${what}, von ${actor}`,
      createCustomer: 'Angelegt',
      updateCustomer: 'Geändert',
      createSubscription: 'Angelegt',
      cancelSubscription: 'Beendet',
      callback: (event) => `Rückruf „${event}“`,
    },
    fr: {
      title: 'Historique',
      nothing: 'Rien ne s’est encore passé.',
      older: 'Ce qui est plus ancien est dans les listes ci-dessus.',
      byWhom: (what, actor) => `${what}, par ${actor}`,
      createCustomer: 'Création',
      updateCustomer: 'Modification',
      createSubscription: 'Création',
      cancelSubscription: 'Annulation',
      callback: (event) => `Notification « ${event} »`,
    },
    es: {
      title: 'Historial',
      nothing: 'Aún no ha pasado nada.',
      older: 'Lo anterior está en las listas de arriba.',
      byWhom: (what, actor) => `${what}, por ${actor}`,
      createCustomer: 'Creación',
      updateCustomer: 'Cambio',
      createSubscription: 'Creación',
      cancelSubscription: 'Cancelación',
      callback: (event) => `Notificación «${event}»`,
    },
  },
);
