// Details of the doctor's findings, in Spanish.
import { brokenRules } from './broken-rules.ts';
import type { DetailTexts } from './details.ts';

export const es: DetailTexts = {
  none: () => 'Ninguno.',
  counted: ({ count }) => `${count}`,
  clock_ahead: ({ seconds }) => `Va ${seconds} s por delante del de la base de datos.`,
  clock_behind: ({ seconds }) => `Va ${seconds} s por detrás del de la base de datos.`,
  covered: ({ held, owed }) => `El monedero tiene ${held}, de lo que ${owed} es de los libros.`,
  network_costs: ({ transfers, wrong, unbooked }) =>
    `Últimas transferencias: ${transfers}. Mal anotadas: ${wrong}. Aún sin anotar: ${unbooked}.`,
  owned: ({ owed, held, beside_tokens: apart, declared }) =>
    `De los comerciantes son ${owed}; el monedero tiene ${held}${apart === null ? '' : ` (${apart} junto a tokens)`}, declarado en otro lugar: ${declared}.`,
  rest: ({ rest }) =>
    rest === null ? 'No hay cotizaciones recientes.' : `Cuando se haya pagado a todos: ${rest}.`,
  sums_differ: ({ coins }) => `No son la suma de las salidas: ${coins}.`,
  beside_tokens: ({ outputs, amount }) =>
    `Salidas junto a tokens: ${outputs}, con ${amount}. Nunca se gastan.`,
  contested: ({ count }) => `Sin confirmar, y su dinero se gastó dos veces: ${count}.`,
  small: (of) =>
    `${of.dear} de ${of.outputs} salidas pierden una décima parte o más en una entrada de ${of.per_input}: ${of.small} cuestan ${of.cost} de sus ${of.small_amount}, y ${of.uneconomical} con ${of.uneconomical_amount} cuestan más de lo que traen.`,
  await_final: ({ count, projects }) =>
    `Esperan bloques definitivos: ${count}, de proyectos: ${projects}.`,
  fine: () => '',
  database_silent: () => 'No responde.',
  database_unreachable: () => 'No se puede alcanzar.',
  chain_not_watched: () => 'Aún no se ha mirado.',
  poll_failures: ({ count, said }) =>
    `Miradas fallidas seguidas: ${count}. La última dijo: ${said}`,
  node_hangs: ({ seconds }) =>
    `Ninguna mirada ha terminado desde hace ${seconds} s: el nodo no responde.`,
  no_watcher: ({ seconds }) =>
    `Ninguna mirada ha terminado desde hace ${seconds} s: ningún proceso mira.`,
  rates_missing: ({ coins }) => `No hay cotización reciente de ${coins}.`,
  db_role_superuser: ({ role }) =>
    `El rol ${role} es dueño de las tablas y podría apagar las pruebas de los libros.`,
  db_role_excess_privileges: ({ role, rights }) =>
    `El rol ${role} puede más de lo que necesita: ${rights}.`,
  ledger_ok: ({ proven_at: at, unproven }, time) =>
    `Se cumple cada regla de los libros${at === null ? '; lo pasado no se ha vuelto a probar desde entonces' : `; todo se volvió a probar: ${time(at)}`}${unproven === 0 ? '' : `; proyectos de los que no se miró todo lo nuevo: ${unproven}`}.`,
  ledger_inconsistent: ({ rules }, _time, invariant) =>
    `Estas reglas no se cumplen (con el proyecto): ${brokenRules(rules, invariant)}.`,
  stopped: ({ projects }) => `Parados para: ${projects.join(', ')}.`,
  no_alert_channel: () =>
    'No se comunican en ningún sitio: añada un destino en la pantalla de alarmas.',
  alert_channels: ({ names }) => `Se comunican a: ${names.join(', ')}.`,
  alert_delivery_failed: ({ names, said }) =>
    `Estos no aceptan mensajes: ${names.join(', ')}. El primero dijo: ${said}`,
  backup_none: () => 'Ninguna se hizo con chaintill backup create.',
  backup_newest: ({ at, is_proven: proven, wal_until: wal }, time) =>
    `La última terminó el ${time(at)}${proven ? ' y fue probada' : ' y no fue probada'}.` +
    (wal === null ? '' : ` El registro está archivado hasta el ${time(wal)}.`),
  backup_before_wal: ({ wal_since: since }, time) =>
    `El registro de la base se archiva desde el ${time(since)}, y desde entonces no se hizo ninguna copia: sin ella no lleva a ninguna parte.`,
  wal_old: ({ wal_until: until }, time) =>
    `El registro de la base está archivado hasta el ${time(until)}, y no más.`,
  backup_destination_claimed: ({ place }) =>
    `El lugar de copias ${place} pertenece a otra historia de esta base: allí no se guarda nada.`,
  signer_here: () => 'En este proceso.',
  signer_separate: () => 'Responde.',
  signer_none: () => 'No hay ninguno: este servicio solo recibe.',
  signer_unreachable: ({ said }) => `No firma: ${said}`,
  xpub_mismatch: ({ coin, address }) => `La dirección ${coin} ${address} no es la de su clave.`,
  derivation_mismatch: ({ addresses }) =>
    `Derivadas de otro modo que en el primer arranque: ${addresses}.`,
  paid_unknown: ({ payments }) =>
    `Llegaron pagos a direcciones que esta base no había dado a nadie entonces: ${payments}.`,
};
