// What the screen of the till's health says.
import { defineMessages } from '../../shared/i18n.tsx';

export const healthMessages = defineMessages(
  {
    title: 'Health',
    about: 'One look at everything that can be wrong: books, chains, callbacks, keys.',
    again: 'Look again',
    check: 'Check',
    found: 'What was found',
    versions: 'Versions',
    migration: 'Last migration of the database',
  },
  {
    de: {
      title: 'Gesundheit',
      about: 'Ein Blick auf alles, was falsch sein kann: Bücher, Ketten, Rückrufe, Schlüssel.',
      again: 'Erneut prüfen',
      check: 'Prüfung',
      found: 'Befund',
      versions: 'Versionen',
      migration: 'Letzte Migration der Datenbank',
    },
    fr: {
      title: 'Santé',
      about: 'Un regard sur tout ce qui peut clocher : livres, chaînes, notifications, clés.',
      again: 'Regarder encore',
      check: 'Contrôle',
      found: 'Constat',
      versions: 'Versions',
      migration: 'Dernière migration de la base',
    },
    es: {
      title: 'Salud',
      about: 'Una mirada a todo lo que puede fallar: libros, cadenas, notificaciones, claves.',
      again: 'Mirar de nuevo',
      check: 'Comprobación',
      found: 'Resultado',
      versions: 'Versiones',
      migration: 'Última migración de la base de datos',
    },
  },
);
