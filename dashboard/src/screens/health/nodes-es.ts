// Results of the doctor's node checks, in Spanish. Braces contain a value of the finding.
import type { NodeTexts } from './nodes.ts';

export const es: NodeTexts = {
  unread: 'ninguno',
  checks: {
    network: 'red',
    contract: 'contrato',
    sync: 'avance',
    history: 'bloques antiguos',
    tracing: 'pagos desde contratos',
    finality: 'bloques definitivos',
    version: 'versión',
    clock: 'reloj',
    peers: 'pares',
    'double-spend proofs': 'pruebas de doble gasto',
    load: 'carga',
    wallet: 'nuestra cartera',
    tags: 'etiquetas',
  },
  found: {
    node_network: ['{network}'],
    node_wrong_network: ['{said}', 'Conecte otro nodo o configure otro CHAINTILL_NETWORK.'],
    node_away: [
      '{said}',
      'Arranque el nodo y compare su dirección y su acceso con la configuración.',
    ],
    node_finality_refused: [
      '{said}',
      'Conecte un nodo que la conozca o configure COIN_FINALITY=depth.',
    ],
    node_behind: [
      'En el bloque {height}, {behind} de retraso.',
      'Espere a que se ponga al día; los pagos se encontrarán entonces.',
    ],
    node_at_block: ['En el bloque {height}, de hace {age}.'],
    node_block_old: [
      'Su último bloque {height} es de hace {age}.',
      'Mire sus pares y su registro: no se entera de bloques nuevos.',
    ],
    node_consensus_silent: [
      'Su último bloque {height} es de hace {age}.',
      'Mire su cliente de consenso: no se le anuncian bloques nuevos.',
    ],
    node_state: [
      'Su estado es {state}.',
      'Espere unos minutos tras el arranque; luego mire sus pares y su registro.',
    ],
    node_at_ledger: ['{state}, en el libro {height}, de hace {age}.'],
    node_ledger_old: [
      '{state}, en el libro {height}, de hace {age}.',
      'Mire sus pares y los relojes de ambas máquinas (NTP).',
    ],
    node_all_blocks: ['Tiene todos los bloques.'],
    node_pruned: ['Podado: bloques desde {from}; leídos hasta {read}.'],
    node_pruned_unread: [
      'Podado: su primer bloque es {from}; leídos hasta {read}.',
      'Conecte un nodo con los bloques anteriores hasta que estén leídos.',
    ],
    node_ledgers: ['Libros {ledgers}; leídos hasta {read}.'],
    node_ledgers_missing: [
      'Libros {ledgers}; leídos hasta {read}.',
      'Haga que traiga los libros desde {from}, o pregunte a otro nodo.',
    ],
    node_ledgers_few: [
      'Libros {ledgers}; leídos hasta {read}.',
      'Haga que guarde más: ledger_history y online_delete, al menos {least}.',
    ],
    node_version: ['{version}'],
    node_version_untried: ['{version}, que nadie ha probado.'],
    node_version_old: ['{version} es anterior a {least}.', 'Actualice el nodo.'],
    node_rules_unknown: ['{version} no conoce las reglas nuevas de la red.', 'Actualice el nodo.'],
    node_clock: ['A {seconds} s de sus pares.'],
    node_clock_off: ['A {seconds} s de sus pares.', 'Ponga en hora su máquina (NTP).'],
    node_no_future_block: ['Ningún bloque del futuro.'],
    node_block_ahead: [
      'Su último bloque va {seconds} s por delante de esta máquina.',
      'Ponga en hora esta máquina (NTP).',
    ],
    node_peers: ['Conectado a: {count}.'],
    node_peers_unavailable: ['No lo dice.'],
    node_alone_unseen: ['Conectado a ninguno.', 'Mire su red y su cortafuegos: no ve pagos.'],
    node_alone_unsubscribed: [
      'Conectado a ninguno.',
      'Mire su red y su cortafuegos: lo que se le envía no llega a nadie.',
    ],
    node_proofs: ['Se muestran; ahora: {count}.'],
    node_no_proofs: ['No se muestran: es otro nodo, o corre con doublespendproof=0.'],
    node_knows_outputs: ['Conoce las salidas preguntadas: {count}.'],
    node_knows_addresses: ['Conoce las direcciones preguntadas: {count}.'],
    node_outputs_spent: [
      '{count} de {outputs} salidas están gastadas, la primera {first}.',
      'Si el nodo está al día, las gastó otra persona: pare los pagos.',
    ],
    node_sent_fewer: [
      '{address} envió {sent} transacciones, de las que conoce {known}.',
      'Va con retraso o sigue otra cadena.',
    ],
    node_holds_less: [
      '{address} tiene {holds} y tenía {held}.',
      'Averigüe adónde fue antes de pagar nada.',
    ],
    node_traces: ['Se ven los pagos desde contratos ({method}).'],
    node_tracing_unavailable: [
      'No está: los pagos desde contratos solo se hallan por los saldos ({said}).',
      'Abra su interfaz debug o trace (geth: --http.api eth,net,web3,debug).',
    ],
    node_final: ['Los bloques son {finality} hasta {height}, {behind} tras el último.'],
    node_final_far: [
      'Los bloques son {finality} hasta {height}, {behind} tras el último.',
      'La red o su cliente de consenso tiene problemas: los pagos esperan.',
    ],
    node_final_none: [
      'No conoce ningún bloque {finality}.',
      'Mire su cliente de consenso; hasta entonces no se confirma ningún pago.',
    ],
    node_contract: ['{contract} se llama {symbol}, con {decimals} decimales.'],
    node_contract_other: ['Se llama «{symbol}».', 'Compare {contract} con la lista del emisor.'],
    node_load: ['Comisiones a {times} veces lo normal.'],
    node_load_high: [
      'Comisiones a {times} veces lo normal.',
      'Los pagos esperan a que bajen, dentro de lo que se cobró por ellos.',
    ],
    node_no_account: ['Aún no se usa ninguna cuenta: «chaintill xrp account» la nombra.'],
    node_no_account_yet: ['Aún no hay cuenta que mirar.'],
    node_account_missing: [
      'La cuenta {address} no existe en el libro.',
      'Envíele al menos {least}: antes no se le puede pagar menos.',
    ],
    node_account_behind: [
      '{address} va por la secuencia {at}, y se conoce {known}.',
      'Va con retraso o es de otra red: no se fíe de él.',
    ],
    node_account: ['{address} existe; {reserve} son su reserva.'],
    node_tags_refused: ['Los pagos sin etiqueta se rechazan.'],
    node_tags_open: [
      'Entran pagos sin etiqueta, y nadie sabe de quién son.',
      'Ejecute «chaintill xrp require-tags».',
    ],
  },
};
