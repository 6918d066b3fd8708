// The customer's display of a terminal: the cart while it grows, then the payment. It only reads.
import { element as h, moneyText, onlineTerminal } from './terminal-parts.js';

const root = document.getElementById('terminal');
const { texts: t, base, site, locale, code } = JSON.parse(root.dataset.page);
const POLL_MS = 2000;

const logo = root.querySelector('.logo');

let shown = null;
let drawn = '';
const call = onlineTerminal({ base, locale, onChange: () => render() });

async function poll() {
  const answer = await call(`display/state?code=${encodeURIComponent(code)}`);
  if (answer?.isOk) shown = answer.body;
  render();
  setTimeout(poll, document.hidden ? 5 * POLL_MS : POLL_MS);
}

/** Without a connection, an address could be an old one, so nothing is shown. */
function render() {
  const now = call.isOnline() ? JSON.stringify(shown) : 'offline';
  if (now === drawn) return;
  drawn = now;
  const drawing = content();
  // The page of the payment has a logo.
  const isFramed = drawing.className === 'payment';
  root.replaceChildren(...(logo && !isFramed ? [logo] : []), drawing);
}

function content() {
  if (!call.isOnline()) return h('p', { class: 'offline', role: 'alert' }, t.offline);
  const { cart, sale, page, currency } = shown ?? {};
  const money = (amount) => moneyText(amount, currency, locale);
  if (sale?.status === 'completed') return h('h1', { class: 'welcome' }, `✓ ${t.thanks}`);
  if (sale && ['open', 'processing'].includes(sale.status))
    return h(
      'div',
      { class: 'payment' },
      h('h1', {}, `${t.total}: ${money(sale.total)}`),
      h('iframe', { class: 'pay', title: t.total, src: `${site}${page}?locale=${locale}` }),
    );
  if (!cart) return h('h1', { class: 'welcome' }, t.welcome);
  const sums = [
    [t.discount, cart.discount],
    [t.tip, cart.tip],
  ].filter(([, amount]) => Number(amount) > 0);
  return h(
    'div',
    { class: 'page' },
    h('h1', {}, `${t.total}: ${money(cart.total)}`),
    h(
      'dl',
      { class: 'sums' },
      ...cart.lines.flatMap(({ name, pieces, amount }) => [
        h('dt', {}, pieces === 1 ? name : `${pieces} × ${name}`),
        h('dd', {}, money(amount)),
      ]),
      ...sums.flatMap(([name, amount]) => [h('dt', {}, name), h('dd', {}, money(amount))]),
    ),
  );
}

poll();
