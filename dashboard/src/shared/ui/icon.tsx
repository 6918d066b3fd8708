// One set of icons for areas, actions and states: 24 px grid, round strokes. An icon is next to a label, never instead
// of it.

/** The whole product uses these shapes, in the order of the navigation. */
const shapes = {
  home: 'M4 10.5 12 4l8 6.5V20h-5.5v-5.5h-5V20H4z',
  invoices: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9.5 8.5h5M9.5 12.5h5',
  channels: 'M3.5 5h2c4.5 0 4 7 9 7h5.5M3.5 19h2c4.5 0 4-7 9-7M3.5 12h11M16.5 8.5 20 12l-3.5 3.5',
  customers:
    'M3.5 5.5h17v13h-17zM8.8 11.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6M6 15.8c0-1.6 1.2-2.4 2.8-2.4s2.8.8 2.8 2.4M14.8 9.8h2.7M14.8 14h2.7',
  subscriptions:
    'M4.5 11a7.6 7.6 0 0 1 13-4.3L19.5 9M19.5 4.5V9H15M19.5 13a7.6 7.6 0 0 1-13 4.3L4.5 15M4.5 19.5V15H9',
  unmatched:
    'M12 3.5v8M8.5 8.2 12 11.7l3.5-3.5M6 11l-2.5 3.5V20h17v-5.5L18 11M3.5 14.5H8l1.5 2.5h5l1.5-2.5h4.5',
  balances: 'M9.5 15.5a6 6 0 1 0 0-12 6 6 0 0 0 0 12M17.6 9.3a6 6 0 1 1-8.8 9M9.5 7v5',
  transactions: 'M4 8.5h15M15.5 5 19 8.5 15.5 12M20 15.5H5M8.5 12 5 15.5 8.5 19',
  withdrawals: 'M20.5 3.5 3.5 10l7 3.5 3.5 7zM20.5 3.5l-10 10',
  reports: 'M3.5 20.5h17M6.5 16.5v-4M12 16.5v-12M17.5 16.5v-8',
  keys: 'M8 20a4 4 0 1 0 0-8 4 4 0 0 0 0 8M10.9 13.1 20 4M16.5 7.5 19 10M13.4 10.6l2 2',
  webhooks: 'M15.5 8a2.2 2.2 0 1 0 0-4.5 2.2 2.2 0 0 0 0 4.5M15.5 8v7.5a5 5 0 0 1-10 0V11l3.6 3.6',
  requests: 'M3.5 5h17v14h-17zM7.5 9.5 10 12l-2.5 2.5M12.5 14.5h4',
  policy:
    'M12 3.5l7.5 2.8v5.2c0 4.6-3.2 7.6-7.5 9-4.3-1.4-7.5-4.4-7.5-9V6.3zM8.8 12l2.3 2.3 4.2-4.3',
  settings:
    'M4 7h8.5M17.5 7H20M4 17h2.5M11.5 17H20M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  members:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 19.5c0-3.4 2.6-5 6-5s6 1.6 6 5M15.5 4.8a3.5 3.5 0 0 1 0 6.4M17.5 14.9c2 .6 3.5 2 3.5 4.6',
  auditLog: 'M4.2 13a8 8 0 1 0 2.2-6.6L4 8.8M4 4.5v4.3h4.3M12 8v4.5l3 1.8',
  alerts: 'M12 4a6 6 0 0 0-6 6v3.5L4 17h16l-2-3.5V10a6 6 0 0 0-6-6M10 20.2h4',
  heldPayments: 'M5.5 11h13v9.5h-13zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11M12 14.8v2',
  corrections: 'M4 20l1-4.6L16.2 4.2l3.6 3.6L8.6 19zM13.5 6.9l3.6 3.6',
  risk: 'M12 3.5l7.5 2.8v5.2c0 4.6-3.2 7.6-7.5 9-4.3-1.4-7.5-4.4-7.5-9V6.3zM12 8.2v4.3M12 16h.01',
  pauses: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17M9.8 9v6M14.2 9v6',
  health: 'M3 12.5h4l2.5-7.5 4.5 14 2.7-6.5H21',
  networks:
    'M12 7.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4M5.5 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4M18.5 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4M12 7.5v5M12 12.5l-5 4M12 12.5l5 4',
  wallets:
    'M17.5 8V4.5h-12a1.8 1.8 0 0 0 0 3.5h15v11.5H5.5a1.8 1.8 0 0 1-1.8-1.8V6.2M16.5 13.7h.01',
  signer:
    'M3.5 20h17M4 15.5C7.5 14 12 9 12 5.8c0-2.6-2.6-2.4-3.3.3-.8 3.2.3 9 2.6 9 1.9 0 2.3-3 3.6-3s.8 2.6 2.3 2.6c1 0 1.6-.7 3.3-.9',
  ledger:
    'M12 6.5C10 5 7 4.5 3.5 4.5V18c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2V4.5c-3.5 0-6.5.5-8.5 2zM12 6.5V20',
  rates: 'M3.5 17 9 11l4 3.5L20.5 6M15.5 6h5v5',
  jobs: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17M12 7.5V12l3.2 2',
  projects:
    'M5 12v8h14v-8M3.5 9 5.5 4h13l2 5a2.8 2.8 0 0 1-5.6 0 2.9 2.9 0 0 1-5.8 0 2.8 2.8 0 0 1-5.6 0zM9.5 20v-4.5h5V20',
  people:
    'M12 11.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6M6.5 19c0-3 2.4-4.5 5.5-4.5s5.5 1.5 5.5 4.5M5.8 7.2a2.3 2.3 0 0 0 0 4.4M2.5 17.5c0-1.8.9-2.9 2.4-3.4M18.2 7.2a2.3 2.3 0 0 1 0 4.4M21.5 17.5c0-1.8-.9-2.9-2.4-3.4',
  developers: 'M8 7.5 3.5 12 8 16.5M16 7.5l4.5 4.5-4.5 4.5M13.7 5l-3.4 14',
  operations: 'M4 4.5h16v6.3H4zM4 13.2h16v6.3H4zM7.5 7.7h.01M7.5 16.4h.01M11.5 7.7h5M11.5 16.4h5',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16 16l4.5 4.5',
  more: 'M5.5 12.6a.6.6 0 1 0 0-1.2.6.6 0 0 0 0 1.2M12 12.6a.6.6 0 1 0 0-1.2.6.6 0 0 0 0 1.2M18.5 12.6a.6.6 0 1 0 0-1.2.6.6 0 0 0 0 1.2',
  copy: 'M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4',
  check: 'M4.5 12.5l5 5 10-11',
  external: 'M10 5H5v14h14v-5M13.5 4.5h6v6M19.5 4.5 11 13',
  warning: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.3h.01',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17M12 11.2V16M12 8h.01',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'M6 9.5l6 6 6-6',
  next: 'M9.5 6l6 6-6 6',
  back: 'M19.5 12h-15M10.5 6l-6 6 6 6',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8',
  filter: 'M4 6.5h16M7 12h10M10 17.5h4',
  columns: 'M4 5h16v14H4zM9.3 5v14M14.7 5v14',
  download: 'M12 4v11M7.5 10.5 12 15l4.5-4.5M4 20h16',
  mail: 'M3.5 5.5h17v13h-17zM3.5 7l8.5 6.5L20.5 7',
  note: 'M4.5 4.5h15v10l-5 5h-10zM14.5 19.5v-5h5M8.5 9h7M8.5 12.5h3',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M20 12a8 8 0 1 1-2.4-5.7L20 8.7M20 4.4v4.3h-4.3',
  person: 'M12 11.5a3.8 3.8 0 1 0 0-7.5 3.8 3.8 0 0 0 0 7.5M4.5 20.5c0-4 3.3-6 7.5-6s7.5 2 7.5 6',
  // Former names, until the navigation uses those above.
  invoice: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  alert: 'M12 4a6 6 0 0 0-6 6v4l-2 3h16l-2-3v-4a6 6 0 0 0-6-6M10 20h4',
  money: 'M3 7h18v11H3zM12 10a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  send: 'M5 12h14M13 6l6 6-6 6',
  inbox: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 2h4l1-2h5',
  shield: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5M14 5l-4 14',
  chart: 'M4 20V4M4 20h16M8 16v-5M12 16V7M16 16v-3',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2',
  network: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
} as const;

export type IconName = keyof typeof shapes;

interface Props {
  readonly name: IconName;
  /** In pixels. Default: 20, as in the navigation. */
  readonly size?: number;
}

export function Icon({ name, size = 20 }: Props) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
