// Results of the doctor's node checks, in German. Braces contain a value of the finding.
import type { NodeTexts } from './nodes.ts';

export const de: NodeTexts = {
  unread: 'keinem',
  checks: {
    network: 'Netz',
    contract: 'Vertrag',
    sync: 'Stand',
    history: 'alte Blöcke',
    tracing: 'Zahlungen aus Verträgen',
    finality: 'endgültige Blöcke',
    version: 'Version',
    clock: 'Uhr',
    peers: 'Gegenstellen',
    'double-spend proofs': 'Nachweise doppelter Ausgaben',
    load: 'Last',
    wallet: 'unsere Wallet',
    tags: 'Ziel-Tags',
  },
  found: {
    node_network: ['{network}'],
    node_wrong_network: [
      '{said}',
      'Verbinden Sie einen anderen Knoten oder setzen Sie ein anderes CHAINTILL_NETWORK.',
    ],
    node_away: [
      '{said}',
      'Starten Sie den Knoten und vergleichen Sie Adresse und Anmeldung mit der Konfiguration.',
    ],
    node_finality_refused: [
      '{said}',
      'Verbinden Sie einen Knoten, der sie kennt, oder setzen Sie COIN_FINALITY=depth.',
    ],
    node_behind: [
      'Bei Block {height}, {behind} im Rückstand.',
      'Warten Sie, bis er aufgeholt hat; Zahlungen werden dann gefunden.',
    ],
    node_at_block: ['Bei Block {height}, {age} alt.'],
    node_block_old: [
      'Sein letzter Block {height} ist {age} alt.',
      'Sehen Sie nach seinen Gegenstellen und seinem Log: Er hört nichts von neuen Blöcken.',
    ],
    node_consensus_silent: [
      'Sein letzter Block {height} ist {age} alt.',
      'Sehen Sie nach seinem Konsens-Client: Neue Blöcke werden ihm nicht gemeldet.',
    ],
    node_state: [
      'Sein Zustand ist {state}.',
      'Warten Sie nach dem Start einige Minuten, dann sehen Sie nach Gegenstellen und Log.',
    ],
    node_at_ledger: ['{state}, bei Ledger {height}, {age} alt.'],
    node_ledger_old: [
      '{state}, bei Ledger {height}, {age} alt.',
      'Sehen Sie nach seinen Gegenstellen und den Uhren beider Maschinen (NTP).',
    ],
    node_all_blocks: ['Er hat alle Blöcke.'],
    node_pruned: ['Gekürzt: Blöcke ab {from}; gelesen bis {read}.'],
    node_pruned_unread: [
      'Gekürzt: Sein erster Block ist {from}; gelesen bis {read}.',
      'Verbinden Sie einen Knoten mit den älteren Blöcken, bis sie gelesen sind.',
    ],
    node_ledgers: ['Ledger {ledgers}; gelesen bis {read}.'],
    node_ledgers_missing: [
      'Ledger {ledgers}; gelesen bis {read}.',
      'Lassen Sie ihn die Ledger ab {from} holen, oder fragen Sie einen anderen Knoten.',
    ],
    node_ledgers_few: [
      'Ledger {ledgers}; gelesen bis {read}.',
      'Lassen Sie ihn mehr behalten: ledger_history und online_delete, mindestens {least}.',
    ],
    node_version: ['{version}'],
    node_version_untried: ['{version}, was niemand probiert hat.'],
    node_version_old: ['{version} ist älter als {least}.', 'Erneuern Sie den Knoten.'],
    node_rules_unknown: [
      '{version} kennt die neuen Regeln des Netzes nicht.',
      'Erneuern Sie den Knoten.',
    ],
    node_clock: ['{seconds} s neben seinen Gegenstellen.'],
    node_clock_off: [
      '{seconds} s neben seinen Gegenstellen.',
      'Stellen Sie die Uhr seiner Maschine (NTP).',
    ],
    node_no_future_block: ['Kein Block aus der Zukunft.'],
    node_block_ahead: [
      'Sein letzter Block ist dieser Maschine {seconds} s voraus.',
      'Stellen Sie die Uhr dieser Maschine (NTP).',
    ],
    node_peers: ['Verbunden mit: {count}.'],
    node_peers_unavailable: ['Er sagt es nicht.'],
    node_alone_unseen: [
      'Mit keinem verbunden.',
      'Sehen Sie nach Netz und Firewall: Er sieht keine Zahlungen.',
    ],
    node_alone_unsubscribed: [
      'Mit keinem verbunden.',
      'Sehen Sie nach Netz und Firewall: Was ihm gegeben wird, kommt nirgends an.',
    ],
    node_proofs: ['Werden gezeigt; jetzt: {count}.'],
    node_no_proofs: ['Nicht gezeigt: ein anderer Knoten, oder er läuft mit doublespendproof=0.'],
    node_knows_outputs: ['Er kennt die gefragten Ausgänge: {count}.'],
    node_knows_addresses: ['Er kennt die gefragten Adressen: {count}.'],
    node_outputs_spent: [
      '{count} von {outputs} Ausgängen sind ausgegeben, zuerst {first}.',
      'Ist der Knoten auf dem Stand, hat sie jemand anderer ausgegeben: Halten Sie Auszahlungen an.',
    ],
    node_sent_fewer: [
      '{address} hat {sent} Transaktionen gesendet, von denen er {known} kennt.',
      'Er ist im Rückstand oder folgt einer anderen Kette.',
    ],
    node_holds_less: [
      '{address} hält {holds} und hielt {held}.',
      'Finden Sie heraus, wohin es ging, bevor etwas ausgezahlt wird.',
    ],
    node_traces: ['Zahlungen aus Verträgen werden gesehen ({method}).'],
    node_tracing_unavailable: [
      'Nicht da: Zahlungen aus Verträgen werden nur an Guthaben erkannt ({said}).',
      'Öffnen Sie seine debug- oder trace-Schnittstelle (geth: --http.api eth,net,web3,debug).',
    ],
    node_final: ['Blöcke sind {finality} bis {height}, {behind} hinter seinem letzten.'],
    node_final_far: [
      'Blöcke sind {finality} bis {height}, {behind} hinter seinem letzten.',
      'Das Netz oder sein Konsens-Client ist in Schwierigkeiten: Zahlungen warten.',
    ],
    node_final_none: [
      'Er kennt keinen {finality}-Block.',
      'Sehen Sie nach seinem Konsens-Client; bis er es sagt, wird keine Zahlung bestätigt.',
    ],
    node_contract: ['{contract} nennt sich {symbol}, mit {decimals} Dezimalen.'],
    node_contract_other: [
      'Er nennt sich „{symbol}“.',
      'Vergleichen Sie {contract} mit der Liste des Herausgebers.',
    ],
    node_load: ['Gebühren beim {times}-Fachen des Üblichen.'],
    node_load_high: [
      'Gebühren beim {times}-Fachen des Üblichen.',
      'Auszahlungen warten, bis die Gebühren fallen, im Rahmen des dafür Gezahlten.',
    ],
    node_no_account: ['Noch ist kein Konto in Gebrauch: „chaintill xrp account“ nennt es.'],
    node_no_account_yet: ['Noch ist kein Konto anzusehen.'],
    node_account_missing: [
      'Das Konto {address} gibt es im Ledger nicht.',
      'Senden Sie ihm mindestens {least}: Davor kann ihm nicht weniger gezahlt werden.',
    ],
    node_account_behind: [
      '{address} ist bei Sequenz {at}, bekannt ist {known}.',
      'Er ist im Rückstand oder von einem anderen Netz: Verlassen Sie sich nicht auf ihn.',
    ],
    node_account: ['{address} gibt es; {reserve} davon sind seine Reserve.'],
    node_tags_refused: ['Zahlungen ohne Tag werden abgelehnt.'],
    node_tags_open: [
      'Zahlungen ohne Tag kommen herein, und niemand weiß, wem sie gehören.',
      'Führen Sie „chaintill xrp require-tags“ aus.',
    ],
  },
};
