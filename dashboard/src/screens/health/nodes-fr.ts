// Results of the doctor's node checks, in French. Braces contain a value of the finding.
import type { NodeTexts } from './nodes.ts';

export const fr: NodeTexts = {
  unread: 'aucun',
  checks: {
    network: 'réseau',
    contract: 'contrat',
    sync: 'avancement',
    history: 'blocs anciens',
    tracing: 'paiements depuis des contrats',
    finality: 'blocs définitifs',
    version: 'version',
    clock: 'horloge',
    peers: 'pairs',
    'double-spend proofs': 'preuves de double dépense',
    load: 'charge',
    wallet: 'notre portefeuille',
    tags: 'étiquettes',
  },
  found: {
    node_network: ['{network}'],
    node_wrong_network: [
      '{said}',
      'Connectez un autre nœud, ou réglez un autre CHAINTILL_NETWORK.',
    ],
    node_away: [
      '{said}',
      'Démarrez le nœud, et comparez son adresse et son accès avec la configuration.',
    ],
    node_finality_refused: [
      '{said}',
      'Connectez un nœud qui la connaît, ou réglez COIN_FINALITY=depth.',
    ],
    node_behind: [
      'Au bloc {height}, {behind} de retard.',
      'Attendez qu’il ait rattrapé son retard ; les paiements seront alors trouvés.',
    ],
    node_at_block: ['Au bloc {height}, vieux de {age}.'],
    node_block_old: [
      'Son dernier bloc {height} date de {age}.',
      'Regardez ses pairs et son journal : il n’apprend rien de nouveaux blocs.',
    ],
    node_consensus_silent: [
      'Son dernier bloc {height} date de {age}.',
      'Regardez son client de consensus : on ne lui annonce pas de nouveaux blocs.',
    ],
    node_state: [
      'Son état est {state}.',
      'Attendez quelques minutes après le démarrage, puis regardez ses pairs et son journal.',
    ],
    node_at_ledger: ['{state}, au registre {height}, vieux de {age}.'],
    node_ledger_old: [
      '{state}, au registre {height}, vieux de {age}.',
      'Regardez ses pairs et les horloges des deux machines (NTP).',
    ],
    node_all_blocks: ['Il a tous les blocs.'],
    node_pruned: ['Élagué : blocs à partir de {from} ; lus jusqu’à {read}.'],
    node_pruned_unread: [
      'Élagué : son premier bloc est {from} ; lus jusqu’à {read}.',
      'Connectez un nœud qui a les blocs plus anciens, jusqu’à ce qu’ils soient lus.',
    ],
    node_ledgers: ['Registres {ledgers} ; lus jusqu’à {read}.'],
    node_ledgers_missing: [
      'Registres {ledgers} ; lus jusqu’à {read}.',
      'Faites-lui chercher les registres à partir de {from}, ou interrogez un autre nœud.',
    ],
    node_ledgers_few: [
      'Registres {ledgers} ; lus jusqu’à {read}.',
      'Faites-lui en garder plus : ledger_history et online_delete, au moins {least}.',
    ],
    node_version: ['{version}'],
    node_version_untried: ['{version}, que personne n’a essayé.'],
    node_version_old: ['{version} est plus ancien que {least}.', 'Mettez le nœud à jour.'],
    node_rules_unknown: [
      '{version} ne connaît pas les nouvelles règles du réseau.',
      'Mettez le nœud à jour.',
    ],
    node_clock: ['{seconds} s d’écart avec ses pairs.'],
    node_clock_off: [
      '{seconds} s d’écart avec ses pairs.',
      'Réglez l’horloge de sa machine (NTP).',
    ],
    node_no_future_block: ['Aucun bloc du futur.'],
    node_block_ahead: [
      'Son dernier bloc a {seconds} s d’avance sur cette machine.',
      'Réglez l’horloge de cette machine (NTP).',
    ],
    node_peers: ['Connecté à : {count}.'],
    node_peers_unavailable: ['Il ne le dit pas.'],
    node_alone_unseen: [
      'Connecté à aucun.',
      'Regardez son réseau et son pare-feu : il ne voit aucun paiement.',
    ],
    node_alone_unsubscribed: [
      'Connecté à aucun.',
      'Regardez son réseau et son pare-feu : ce qu’on lui envoie ne va nulle part.',
    ],
    node_proofs: ['Montrées ; à présent : {count}.'],
    node_no_proofs: ['Non montrées : autre nœud, ou lancé avec doublespendproof=0.'],
    node_knows_outputs: ['Il connaît les sorties demandées : {count}.'],
    node_knows_addresses: ['Il connaît les adresses demandées : {count}.'],
    node_outputs_spent: [
      '{count} sorties sur {outputs} sont dépensées, la première {first}.',
      'Si le nœud est à jour, quelqu’un d’autre les a dépensées : arrêtez les retraits.',
    ],
    node_sent_fewer: [
      '{address} a envoyé {sent} transactions, dont il connaît {known}.',
      'Il est en retard, ou suit une autre chaîne.',
    ],
    node_holds_less: [
      '{address} détient {holds}, et détenait {held}.',
      'Trouvez où c’est parti avant tout retrait.',
    ],
    node_traces: ['Les paiements depuis des contrats sont vus ({method}).'],
    node_tracing_unavailable: [
      'Absent : les paiements depuis des contrats ne sont trouvés que par les soldes ({said}).',
      'Ouvrez son interface debug ou trace (geth : --http.api eth,net,web3,debug).',
    ],
    node_final: ['Les blocs sont {finality} jusqu’à {height}, {behind} derrière son dernier.'],
    node_final_far: [
      'Les blocs sont {finality} jusqu’à {height}, {behind} derrière son dernier.',
      'Le réseau, ou son client de consensus, a des ennuis : les paiements attendent.',
    ],
    node_final_none: [
      'Il ne connaît aucun bloc {finality}.',
      'Regardez son client de consensus ; d’ici là, aucun paiement n’est confirmé.',
    ],
    node_contract: ['{contract} se nomme {symbol}, avec {decimals} décimales.'],
    node_contract_other: [
      'Il se nomme « {symbol} ».',
      'Comparez {contract} avec la liste de l’émetteur.',
    ],
    node_load: ['Frais à {times} fois l’ordinaire.'],
    node_load_high: [
      'Frais à {times} fois l’ordinaire.',
      'Les retraits attendent que les frais baissent, dans la limite de ce qui fut payé pour eux.',
    ],
    node_no_account: ['Aucun compte n’est encore utilisé : « chaintill xrp account » le nomme.'],
    node_no_account_yet: ['Il n’y a pas encore de compte à regarder.'],
    node_account_missing: [
      'Le compte {address} n’existe pas dans le registre.',
      'Envoyez-lui au moins {least} : avant cela on ne peut lui payer moins.',
    ],
    node_account_behind: [
      '{address} est à la séquence {at}, et {known} est connue.',
      'Il est en retard, ou d’un autre réseau : ne vous y fiez pas.',
    ],
    node_account: ['{address} existe ; {reserve} en sont la réserve.'],
    node_tags_refused: ['Les paiements sans étiquette sont refusés.'],
    node_tags_open: [
      'Les paiements sans étiquette entrent, et personne ne sait à qui ils sont.',
      'Lancez « chaintill xrp require-tags ».',
    ],
  },
};
