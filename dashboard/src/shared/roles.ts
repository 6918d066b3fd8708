// The roles of people, and what each may do, in words.
import { defineMessages } from './i18n.tsx';

export const installationRoles = ['owner', 'operator', 'auditor'] as const;
export const projectRoles = [
  ...(['admin', 'finance', 'support', 'developer', 'approver', 'viewer'] as const),
];

export const roleNames = defineMessages(
  {
    owner: 'Owner',
    operator: 'Operator',
    auditor: 'Auditor',
    admin: 'Administrator',
    finance: 'Finance',
    support: 'Support',
    developer: 'Developer',
    approver: 'Approver',
    viewer: 'Viewer',
  },
  {
    de: {
      owner: 'Eigentümer',
      operator: 'Betreiber',
      auditor: 'Prüfer',
      admin: 'Verwalter',
      finance: 'Finanzen',
      support: 'Kundendienst',
      developer: 'Entwickler',
      approver: 'Freigeber',
      viewer: 'Betrachter',
    },
    fr: {
      owner: 'Propriétaire',
      operator: 'Exploitant',
      auditor: 'Auditeur',
      admin: 'Administrateur',
      finance: 'Finances',
      support: 'Assistance',
      developer: 'Développeur',
      approver: 'Approbateur',
      viewer: 'Lecteur',
    },
    es: {
      owner: 'Propietario',
      operator: 'Operador',
      auditor: 'Auditor',
      admin: 'Administrador',
      finance: 'Finanzas',
      support: 'Soporte',
      developer: 'Desarrollador',
      approver: 'Aprobador',
      viewer: 'Lector',
    },
  },
);

export const roleDuties = defineMessages(
  {
    owner: 'everything, in every project',
    operator: 'runs the till: settings, secrets, rules, payouts of all projects',
    auditor: 'sees everything, changes nothing',
    admin: 'everything in this project, people too; approves nothing',
    finance: 'sends, exchanges and gives back money',
    support: 'makes invoices, channels and customers',
    developer: 'makes keys and callbacks, and sets the project up',
    approver: 'approves what rules hold; an owner gives this role',
    viewer: 'sees everything of this project',
  },
  {
    de: {
      owner: 'alles, in jedem Projekt',
      operator:
        'betreibt die Kasse: Einstellungen, Geheimnisse, Regeln, Auszahlungen aller Projekte',
      auditor: 'sieht alles, ändert nichts',
      admin: 'alles in diesem Projekt, auch Personen; gibt nichts frei',
      finance: 'sendet, tauscht und erstattet Geld',
      support: 'macht Rechnungen, Kanäle und Kunden',
      developer: 'macht Schlüssel und Rückrufe und richtet das Projekt ein',
      approver: 'gibt frei, was Regeln anhalten; ein Eigentümer vergibt diese Rolle',
      viewer: 'sieht alles in diesem Projekt',
    },
    fr: {
      owner: 'tout, dans chaque projet',
      operator: 'gère la caisse : réglages, secrets, règles, paiements de tous les projets',
      auditor: 'voit tout, ne change rien',
      admin: 'tout dans ce projet, les personnes aussi ; n’approuve rien',
      finance: 'envoie, échange et rembourse',
      support: 'crée des factures, des canaux et des clients',
      developer: 'crée clés et notifications, et règle le projet',
      approver: 'approuve ce que les règles retiennent ; un propriétaire donne ce rôle',
      viewer: 'voit tout dans ce projet',
    },
    es: {
      owner: 'todo, en cada proyecto',
      operator: 'lleva la caja: ajustes, secretos, reglas, pagos de todos los proyectos',
      auditor: 'lo ve todo, no cambia nada',
      admin: 'todo en este proyecto, también las personas; no aprueba nada',
      finance: 'envía, cambia y devuelve dinero',
      support: 'hace facturas, canales y clientes',
      developer: 'hace claves y notificaciones, y configura el proyecto',
      approver: 'aprueba lo que las reglas retienen; un propietario da este rol',
      viewer: 'lo ve todo en este proyecto',
    },
  },
);

/** Of a role that this version has no word for, its name. */
export function roleText(names: Readonly<Record<string, string>>, role: string): string {
  return names[role] ?? role;
}
