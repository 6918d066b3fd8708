// Details of the doctor's findings, in French.
import { brokenRules } from './broken-rules.ts';
import type { DetailTexts } from './details.ts';

export const fr: DetailTexts = {
  none: () => 'Aucun.',
  counted: ({ count }) => `${count}`,
  clock_ahead: ({ seconds }) => `Elle avance de ${seconds} s sur celle de la base de données.`,
  clock_behind: ({ seconds }) => `Elle retarde de ${seconds} s sur celle de la base de données.`,
  covered: ({ held, owed }) =>
    `Le portefeuille détient ${held}, dont ${owed} appartiennent aux livres.`,
  network_costs: ({ transfers, wrong, unbooked }) =>
    `Derniers transferts : ${transfers}. Comptabilisés à tort : ${wrong}. Pas encore comptabilisés : ${unbooked}.`,
  owned: ({ owed, held, beside_tokens: apart, declared }) =>
    `Les marchands possèdent ${owed} ; le portefeuille détient ${held}${apart === null ? '' : ` (dont ${apart} à côté de jetons)`}, déclaré ailleurs : ${declared}.`,
  rest: ({ rest }) =>
    rest === null ? 'Aucun cours frais pour l’évaluer.' : `Une fois tous payés : ${rest}.`,
  sums_differ: ({ coins }) => `Ce n’est pas la somme des sorties : ${coins}.`,
  beside_tokens: ({ outputs, amount }) =>
    `Sorties à côté de jetons : ${outputs}, avec ${amount}. Elles ne sont jamais dépensées.`,
  contested: ({ count }) => `Non confirmés, et leur argent est dépensé deux fois : ${count}.`,
  small: (of) =>
    `${of.dear} sorties sur ${of.outputs} perdent un dixième ou plus à une entrée de ${of.per_input} : ${of.small} coûtent ${of.cost} de leurs ${of.small_amount}, et ${of.uneconomical} avec ${of.uneconomical_amount} coûtent plus qu’elles n’apportent.`,
  await_final: ({ count, projects }) =>
    `En attente de blocs définitifs : ${count}, de projets : ${projects}.`,
  fine: () => '',
  database_silent: () => 'Elle ne répond pas.',
  database_unreachable: () => 'Elle est injoignable.',
  chain_not_watched: () => 'Elle n’a pas encore été regardée.',
  poll_failures: ({ count, said }) =>
    `Regards échoués de suite : ${count}. Le dernier disait : ${said}`,
  node_hangs: ({ seconds }) => `Aucun regard n’a fini depuis ${seconds} s : le nœud ne répond pas.`,
  no_watcher: ({ seconds }) =>
    `Aucun regard n’a fini depuis ${seconds} s : aucun processus ne regarde.`,
  rates_missing: ({ coins }) => `Il n’y a pas de cours frais pour ${coins}.`,
  db_role_superuser: ({ role }) =>
    `Le rôle ${role} possède les tables et pourrait couper les preuves des livres.`,
  db_role_excess_privileges: ({ role, rights }) =>
    `Le rôle ${role} peut plus qu’il ne faut : ${rights}.`,
  ledger_ok: ({ proven_at: at, unproven }, time) =>
    `Chaque règle des livres tient${at === null ? ' ; ce qui est passé n’a pas été prouvé à nouveau depuis' : ` ; tout a été prouvé à nouveau : ${time(at)}`}${unproven === 0 ? '' : ` ; projets dont tout le nouveau n’a pas été regardé : ${unproven}`}.`,
  ledger_inconsistent: ({ rules }, _time, invariant) =>
    `Ces règles sont rompues (avec le projet) : ${brokenRules(rules, invariant)}.`,
  stopped: ({ projects }) => `Arrêtés pour : ${projects.join(', ')}.`,
  no_alert_channel: () =>
    'Elles ne sont signalées nulle part : ajoutez une destination sur l’écran des alarmes.',
  alert_channels: ({ names }) => `Elles sont signalées à : ${names.join(', ')}.`,
  alert_delivery_failed: ({ names, said }) =>
    `Celles-ci ne prennent aucun message : ${names.join(', ')}. La première disait : ${said}`,
  backup_none: () => 'Aucune n’a été faite par chaintill backup create.',
  backup_newest: ({ at, is_proven: proven, wal_until: wal }, time) =>
    `La dernière s’est terminée le ${time(at)}${proven ? ', et a été prouvée' : ', et n’a pas été prouvée'}.` +
    (wal === null ? '' : ` Le journal est archivé jusqu’au ${time(wal)}.`),
  backup_before_wal: ({ wal_since: since }, time) =>
    `Le journal de la base est archivé depuis le ${time(since)}, et aucune sauvegarde n’a été faite depuis : sans elle il ne mène nulle part.`,
  wal_old: ({ wal_until: until }, time) =>
    `Le journal de la base est archivé jusqu’au ${time(until)}, et pas plus loin.`,
  backup_destination_claimed: ({ place }) =>
    `L’emplacement de sauvegarde ${place} appartient à une autre lignée de cette base : rien n’y est archivé.`,
  signer_here: () => 'Dans ce processus.',
  signer_separate: () => 'Il répond.',
  signer_none: () => 'Il n’y en a pas : ce service ne fait que recevoir.',
  signer_unreachable: ({ said }) => `Il ne signe pas : ${said}`,
  xpub_mismatch: ({ coin, address }) => `L’adresse ${coin} ${address} n’est pas celle de sa clé.`,
  derivation_mismatch: ({ addresses }) =>
    `Dérivées autrement qu’au premier démarrage : ${addresses}.`,
  paid_unknown: ({ payments }) =>
    `Des paiements sont venus à des adresses que cette base n’avait alors données à personne : ${payments}.`,
};
