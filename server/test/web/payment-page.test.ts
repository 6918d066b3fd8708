// The hosted page as HTML: what a customer sees at each status, without a browser or a database.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Locale, locales } from '../../src/core/languages.ts';
import { textsOf } from '../../src/core/texts/texts.ts';
import { renderPaymentPage as renderWithLinks } from '../../src/web/payment-page.ts';
import type {
  PageRefund,
  PaymentPageStatus,
  PaymentPageView,
} from '../../src/web/payment-page-view.ts';
import { presentPaymentStatus } from '../../src/web/routes.ts';
import { pageStates } from './page-states.ts';
import { channelView, invoiceView, PAGE_ADDRESS, PAGE_TIME } from './page-views.ts';

const links = {
  style: '/assets/payment-page.css',
  darkStyle: '/assets/payment-page-dark.css',
  script: '/assets/payment-page.js',
  site: '',
};
const renderPaymentPage = (view: PaymentPageView) => renderWithLinks(view, links);

const en = textsOf('payment-page', 'en');
const STATUSES = Object.keys(en.status) as readonly PaymentPageStatus[];
const transaction = {
  txid: '4d3c3de5bd3ab6a1b1a5a6ad0b6f4b2a2a9c2f7e3d7f6c5b4a39281706f5e4d3',
  explorerUrl: 'https://explorer.example/tx/4d3c',
  amount: '0.001',
  isConfirmed: true,
};

const refund = {
  amount: '0.5',
  fees: '0.01',
  status: 'on_its_way',
  address: PAGE_ADDRESS,
  txid: transaction.txid,
  explorerUrl: null,
} as const;

/** The text alternatives of the QR codes, in page order. */
function labelsOf(page: string): readonly string[] {
  return [...page.matchAll(/class="qr" role="img" aria-label="([^"]*)"/g)].map(
    ([, label = '']) => label,
  );
}

/** The visible text, without markup. */
function pageText(page: string): string {
  return page
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

test('an open invoice shows what to send, where, and until when', () => {
  const page = renderPaymentPage(invoiceView());
  expect(pageText(page)).toContain('Send exactly 0.001895 BTC');
  expect(pageText(page)).toContain('€149.90');
  expect(pageText(page)).toContain('Nov 21, 2026, 12:09 PM UTC');
  expect(page).toContain('<time datetime="2026-11-21T12:09:30.000Z">');
  expect(page).toContain(`href="bitcoin:${PAGE_ADDRESS}?amount=0.001895"`);
  expect(page).toContain(`data-copy="${PAGE_ADDRESS}"`);
  expect(page).toContain('data-seconds-left="570"');
});

test('an alternative QR code contains only the address', () => {
  const page = renderPaymentPage(invoiceView());
  const { qrLabel, qrAddressLabel } = en;
  const request = qrLabel({ target: `0.001895 BTC, ${PAGE_ADDRESS}` });
  const address = qrAddressLabel({ address: PAGE_ADDRESS });
  expect(labelsOf(page)).toEqual([request, address]);
  expect(pageText(page)).toContain(en.addressCode);
});

test('a token shows the address first, as wallets may send to the contract in its URI', () => {
  const uri = `ethereum:0xC0ffee@1/transfer?address=${PAGE_ADDRESS}&uint256=1`;
  const page = renderPaymentPage(invoiceView({ isToken: true, payCurrency: 'USDT', uri }));
  expect(labelsOf(page)[0]).toBe(en.qrAddressLabel({ address: PAGE_ADDRESS }));
  const [before, hidden] = page.split('<details class="other-code" id="other-code">');
  expect(before).not.toContain('open-wallet');
  expect(hidden).toContain('open-wallet');
  expect(pageText(page)).toContain(en.requestCode);
});

test('an address that needs a tag has no code without it', () => {
  const tag = { name: 'Destination tag', value: '7' };
  expect(renderPaymentPage(invoiceView({ tag }))).not.toContain('other-code');
});

test('the rate and the note on exchange fees are shown', () => {
  const page = pageText(renderPaymentPage(invoiceView()));
  expect(page).toContain('Rate 1 BTC = €79,102.90');
  expect(page).toContain('Paying from an exchange?');
  expect(page).toContain('Make sure that the full 0.001895 BTC arrives.');
  expect(pageText(renderPaymentPage(invoiceView({ rate: null })))).not.toContain('Rate');
  expect(pageText(renderPaymentPage(channelView()))).not.toContain('exchange');
});

test('the merchant is named, and has a contact or a website, where that is set', () => {
  const reached = (contact: string | null) =>
    renderPaymentPage(invoiceView({ merchant: { name: 'Corner Bakery', contact } }));
  expect(pageText(reached(null))).toContain('Merchant: Corner Bakery Order 1042');
  expect(pageText(reached(null))).not.toContain('Contact');
  expect(reached('help+a@shop.example')).toContain(
    'href="mailto:help%2Ba@shop.example?subject=Order%201042%20(01936f7a-0000-7000-8000-000000000001)"',
  );
  const linked = reached('https://shop.example/help?a=1&b=2');
  expect(linked).toContain(
    'href="https://shop.example/help?a=1&amp;b=2" target="_blank" rel="noopener noreferrer"',
  );
  expect(pageText(linked)).toContain('Contact shop.example');
  expect(pageText(renderPaymentPage(invoiceView()))).not.toContain('Merchant');
});

test('every language is a link to the same page, and the current one is marked', () => {
  const page = renderPaymentPage(invoiceView({ locale: 'zh' }));
  expect(page).toContain('<html lang="zh-Hans" dir="ltr">');
  const links = [...page.matchAll(/<a href="\?locale=(\w+)" lang="([\w-]+)" hreflang="\2"/g)];
  expect(links.map(([, locale]) => locale)).toEqual(locales);
  expect(page.match(/aria-current="true"/g)).toHaveLength(1);
  expect(page).toContain('hreflang="zh-Hans" aria-current="true">简体中文</a>');
});

test('the address is shown in full, in groups of four without spaces between them', () => {
  const page = renderPaymentPage(invoiceView());
  const shown = /<code class="address" dir="ltr">(.*?)<\/code>/.exec(page)?.[1] ?? '';
  const groups = [...shown.matchAll(/<span>(.*?)<\/span>/g)].map(([, group]) => group ?? '');
  expect(groups.join('')).toBe(PAGE_ADDRESS);
  expect(groups.slice(0, -1).every((group) => group.length === 4)).toBe(true);
  expect(shown).not.toMatch(/>\s+</);
});

test('a destination tag is shown, copied and explained', () => {
  const tag = { name: 'Destination tag', value: '2751702755' };
  const page = renderPaymentPage(invoiceView({ tag }));
  expect(page).toContain('data-copy="2751702755"');
  expect(pageText(page)).toContain('Without the Destination tag your payment cannot be matched');
});

const requestsMoney = (page: string) => page.includes(PAGE_ADDRESS);

test('only open invoices and enabled channels show an address to pay to', () => {
  const open = STATUSES.filter((status) =>
    requestsMoney(renderPaymentPage(invoiceView({ status }))),
  );
  expect(open).toEqual(['waiting', 'underpaid']);
  expect(requestsMoney(renderPaymentPage(channelView({ status: 'confirming' })))).toBe(true);
  expect(requestsMoney(renderPaymentPage(channelView({ status: 'disabled' })))).toBe(false);
});

test.each(['waiting', 'underpaid'] as const)(
  '%s and expired requests no further payment',
  (status) => {
    const view = invoiceView({ status, expiresAt: PAGE_TIME });
    const page = renderPaymentPage(view);
    expect(requestsMoney(page)).toBe(false);
    expect(page).not.toContain('id="countdown"');
    expect(pageText(page)).toContain(
      status === 'waiting' ? en.status.expired.title : en.underpaidExpired.title,
    );
  },
);

test('an underpaid invoice requests the rest', () => {
  const amounts = { due: '0.001895', received: '0.001', remaining: '0.000895' };
  const page = renderPaymentPage(invoiceView({ status: 'underpaid', amounts }));
  expect(pageText(page)).toContain('Send the remaining 0.000895 BTC');
  expect(pageText(page)).toMatch(/Amount 0\.001895 BTC Received 0\.001 BTC/);
  expect(page).toContain('data-copy="0.000895"');
  expect(page).toContain(
    'data-announcement="Part of the payment has arrived. 0.001 BTC of 0.001895 BTC has arrived, 0.000895 BTC is missing.',
  );
});

test('confirmations are shown as words and as a bar, where they are known', () => {
  const confirming = invoiceView({ status: 'confirming' });
  const known = renderPaymentPage({ ...confirming, confirmations: { seen: 1, needed: 3 } });
  expect(known).toContain('<progress max="3" value="1"');
  expect(pageText(known)).toContain('1 of 3 confirmations');
  expect(renderPaymentPage(confirming)).not.toContain('<progress');
});

test('each status is in the heading, the title and the announcement', () => {
  for (const status of STATUSES) {
    const page = renderPaymentPage(invoiceView({ status }));
    const { title } = en.status[status];
    expect(page).toContain(`>${title}</h2>`);
    expect(page).toContain(`<title>${title} – Order 1042</title>`);
    expect(page).toContain(`data-announcement="${title}.`);
  }
});

test('a paid invoice redirects to the shop automatically, a failed one only by a link', () => {
  const paid = renderPaymentPage(invoiceView({ status: 'paid' }));
  expect(paid).toContain('href="https://shop.example/thanks?a=1&amp;b=2" data-redirect=');
  expect(pageText(paid)).toContain('Return to shop.example');
  const expired = renderPaymentPage(invoiceView({ status: 'expired' }));
  expect(expired).toContain('href="https://shop.example/cart"');
  expect(expired).not.toContain('data-redirect');
  for (const status of ['waiting', 'confirming', 'on_hold'] as const) {
    expect(renderPaymentPage(invoiceView({ status }))).not.toContain('shop.example');
  }
});

test('transactions link to the explorer without a referrer', () => {
  const page = renderPaymentPage(invoiceView({ status: 'paid', transactions: [transaction] }));
  expect(page).toContain(
    'href="https://explorer.example/tx/4d3c" target="_blank" rel="noopener noreferrer"',
  );
  // Shortened on the screen, in full on paper.
  expect(pageText(page)).toContain(`4d3c3de5…06f5e4d3 ${transaction.txid} 0.001 BTC Confirmed`);
});

const PAYLOADS = [
  '"><script>alert(1)</script>',
  "' onfocus='alert(1)' autofocus='",
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '\\\\evil.example',
  '//evil.example',
  '{{constructor.constructor("alert(1)")()}}',
  '\u202Egnp.exe\u2066',
  '</title></main><base href=//evil.example>',
];

test.each(PAYLOADS)('%j in any field stays text', (payload) => {
  const text = { name: payload, description: payload, networkName: payload, payCurrency: payload };
  const view: Partial<PaymentPageView> = {
    ...text,
    address: payload,
    uri: payload,
    tag: { name: payload, value: payload },
    successUrl: payload,
    unsuccessUrl: payload,
    merchant: {
      name: payload,
      contact: payload,
      legalName: payload,
      addressLines: [payload, payload],
      taxNumber: payload,
      termsUrl: payload,
      pageTitle: payload,
    },
    refunds: [{ ...refund, address: payload, txid: payload, explorerUrl: payload }],
    transactions: [{ txid: payload, explorerUrl: payload, amount: payload, isConfirmed: true }],
  };
  for (const status of STATUSES) {
    const page = renderPaymentPage(invoiceView({ ...view, status }));
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/<base|[\u202A-\u202E\u2066-\u2069]/);
    const tags = [...page.matchAll(/<[a-z][^>]*>/g)].map(([tag]) => tag.replace(/"[^"]*"/g, '""'));
    expect(tags.filter((tag) => /\s(on\w+|autofocus)\b/.test(tag))).toEqual([]);
    const targets = [...page.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, target]) => target);
    const own = ['data:,', links.style, links.darkStyle, links.script];
    own.push(`${invoiceView().pagePath}?locale=en`);
    own.push(...locales.map((locale) => `?locale=${locale}`));
    expect(targets.filter((target) => !own.includes(target ?? ''))).toEqual([]);
  }
});

test('every attribute is quoted and no style or script is inline', () => {
  const page = renderPaymentPage(invoiceView({ status: 'underpaid', transactions: [transaction] }));
  for (const [tag] of page.matchAll(/<[a-z][^>]*>/g)) {
    expect(tag).toMatch(/^<[a-z0-9]+(\s+[a-z-]+(="[^"]*")?)*\s*\/?>$/i);
    expect(tag).not.toMatch(/ style=/);
  }
  expect(page).not.toMatch(/<style|<script[^>]*>[^<]/);
});

test('without a script the page has a button to refresh it until nothing can change any more', () => {
  const refresh = `<noscript><a class="button refresh" href="?locale=en">${en.refresh}</a></noscript>`;
  expect(renderPaymentPage(invoiceView())).toContain(refresh);
  expect(renderPaymentPage(channelView())).toContain(refresh);
  expect(renderPaymentPage(invoiceView({ status: 'expired' }))).toContain(refresh);
  expect(renderPaymentPage(invoiceView({ status: 'paid' }))).not.toContain('noscript');
});

test.each([...pageStates()])('%s: no reload, what happens next, and a contact', (_name, view) => {
  const page = renderPaymentPage(view);
  expect(page).not.toContain('http-equiv');
  expect(page).toContain(`href="mailto:help@bakery.example?subject=`);
  const [, announced] = /data-announcement="([^"]*)"/.exec(page) ?? [];
  expect(pageText(page)).toContain(announced?.split('. ')[0]);
  // The status says what the payer does next, or that the merchant or the network acts.
  expect(pageText(page)).toMatch(
    /detected|Please |merchant|confirmed by|nothing more for you to do|(is|has been) returned/,
  );
});

test('the title says how a refund of the whole payment stands', () => {
  const title = (status: PageRefund['status']) =>
    /<h2 id="status-title"[^>]*>([^<]*)</.exec(
      renderPaymentPage(invoiceView({ status: 'refunded', refunds: [{ ...refund, status }] })),
    )?.[1];
  expect(title('failed')).toBe('Your refund could not be sent');
  expect(title('prepared')).toBe('Your refund is being prepared');
  expect(title('on_its_way')).toBe('Your refund is on its way');
  expect(title('confirmed')).toBe('Payment returned');
  expect(title('with_merchant')).toBe('Refund not sent yet');
});

test('an overpayment is returned only if its refund does not fail', () => {
  const said = (status: PageRefund['status']) =>
    pageText(renderPaymentPage(invoiceView({ status: 'paid', refunds: [{ ...refund, status }] })));
  expect(said('on_its_way')).toContain(en.refund.excess);
  expect(said('confirmed')).toContain(en.refund.excessDone);
  expect(said('failed')).toContain(en.refund.excessFailed);
  expect(said('failed')).not.toContain('returned to you');
});

test('only the merchant can help: their contact is a button', () => {
  const merchant = { name: 'Bakery', contact: 'https://bakery.example/help' };
  const shown = STATUSES.filter((status) =>
    renderPaymentPage(invoiceView({ status, merchant })).includes('id="contact"'),
  );
  const helped = ['overpaid', 'late', 'expired', 'on_hold', 'refunded', 'cancelled', 'disabled'];
  expect(shown).toEqual(STATUSES.filter((status) => helped.includes(status)));
  const failed = [{ ...refund, status: 'failed' as const }];
  expect(renderPaymentPage(invoiceView({ status: 'paid', merchant, refunds: failed }))).toContain(
    'id="contact"',
  );
});

test('the wallet is opened by the window around a frame', () => {
  expect(renderPaymentPage(invoiceView())).toContain(
    'id="open-wallet" target="_top" rel="noreferrer" href="bitcoin:',
  );
});

test('the page is in the requested language, with localized prices and exact amounts', () => {
  const page = renderPaymentPage(invoiceView({ locale: 'de' }));
  expect(page).toContain('<html lang="de" dir="ltr">');
  expect(pageText(page)).toContain('149,90\u00A0€'.replace('\u00A0', ' '));
  expect(pageText(page)).toContain('0.001895 BTC');
});

test('a price is shown exactly, whatever its size or currency', () => {
  const priced = (price: PaymentPageView['price']) =>
    pageText(renderPaymentPage(invoiceView({ price })));
  expect(priced({ amount: '9007199254740993.01', currency: 'EUR', kind: 'fiat' })).toContain(
    '€9,007,199,254,740,993.01',
  );
  expect(priced({ amount: '5428660.0', currency: 'JPY', kind: 'fiat' })).toContain('¥5,428,660');
  expect(priced({ amount: '0.00000001', currency: 'LTC', kind: 'coin' })).toContain(
    '0.00000001 LTC',
  );
});

test('a refund shows its amount, status, address and transaction', () => {
  const page = renderPaymentPage(invoiceView({ status: 'refunded', refunds: [refund] }));
  expect(pageText(page)).toContain(
    `Refund Amount 0.5 BTC Fees 0.01 BTC Status On its way To tb1qw508…7kxpjzsx Transaction ${transaction.txid}`,
  );
  expect(page).toContain(`data-copy="${transaction.txid}"`);
  const { explorerUrl } = transaction;
  const linked = renderPaymentPage(invoiceView({ refunds: [{ ...refund, explorerUrl }] }));
  expect(linked).toContain('href="https://explorer.example/tx/4d3c" target="_blank"');
});

test('the page polls until a refund ends', () => {
  const isFinal = (status: typeof refund.status | 'confirmed') =>
    presentPaymentStatus(invoiceView({ status: 'paid', refunds: [{ ...refund, status }] }))
      .is_final;
  expect(isFinal('on_its_way')).toBe(false);
  expect(isFinal('confirmed')).toBe(true);
});

test('the version changes with the content, not with the remaining time', () => {
  const version = (changes: Partial<PaymentPageView>) =>
    presentPaymentStatus(invoiceView(changes)).version;
  expect(version({ now: new Date(PAGE_TIME.getTime() + 1000) })).toBe(version({}));
  expect(version({ now: new Date('2026-11-21T12:09:30Z') })).not.toBe(version({}));
  expect(version({ transactions: [transaction] })).not.toBe(version({}));
  expect(version({ refunds: [refund] })).not.toBe(version({}));
  // Independent of the language: a page in another one polls without naming it.
  expect(version({ locale: 'de' })).toBe(version({}));
  expect(renderPaymentPage(invoiceView())).toContain(`data-version="${version({})}"`);
});

test('the status contains only what the script needs', () => {
  expect(presentPaymentStatus(invoiceView())).toEqual({
    version: expect.stringMatching(/^[0-9a-f]{16}$/),
    status: 'waiting',
    is_final: false,
    seconds_left: 570,
  });
  const expired = presentPaymentStatus(invoiceView({ now: new Date('2026-12-01T00:00:00Z') }));
  expect(expired.seconds_left).toBe(0);
  expect(presentPaymentStatus(channelView()).seconds_left).toBeNull();
});

test('page, style sheet and script together stay below 55 kB', () => {
  const assets = ['css', 'js'].map((kind) =>
    readFileSync(new URL(`../../assets/payment-page.${kind}`, import.meta.url)),
  );
  const view = invoiceView({
    status: 'underpaid',
    locale: 'ru',
    description: 'я'.repeat(1000),
    tag: { name: 'Destination tag', value: '4294967295' },
    uri: `bitcoin:${PAGE_ADDRESS}?${'a'.repeat(200)}`,
    transactions: Array.from({ length: 10 }, () => transaction),
  });
  const bytes = assets.reduce(
    (sum, asset) => sum + asset.length,
    Buffer.byteLength(renderPaymentPage(view)),
  );
  expect(bytes).toBeLessThan(55_000);
});

test('labels, and consecutive sentences, follow the rules of the language', () => {
  const due = { due: '1', received: '0.4', remaining: '0.6' };
  const merchant = { name: 'Bakery', contact: null };
  const ofPart = (locale: Locale) =>
    renderPaymentPage(invoiceView({ locale, status: 'underpaid', amounts: due, merchant }));
  const ofRefund = (locale: Locale) =>
    renderPaymentPage(invoiceView({ locale, status: 'paid', refunds: [refund] }));
  const written = (locale: Locale) => {
    const t = textsOf('payment-page', locale);
    const [, language] = /<span class="unseen">([^<]*)<\/span>/.exec(ofPart(locale)) ?? [];
    const [, price] = new RegExp(`<p class="price">(${t.price}.{2})`).exec(ofPart(locale)) ?? [];
    expect(ofPart(locale)).toContain(`>${language?.replace(t.language, t.merchant)}</span>`);
    const gap = ofRefund(locale).split(t.status.paid.text)[1]?.split(t.refund.excess)[0];
    return [language?.replace(t.language, ''), price?.replace(t.price, '').slice(0, 2), gap];
  };
  expect(written('de')).toEqual([': ', ': ', ' ']);
  expect(written('fr')).toEqual(['\u00a0: ', '\u00a0:', ' ']);
  expect(written('ja')).toEqual(['：', expect.stringMatching(/^：/), '']);
  expect(written('zh')).toEqual(['：', expect.stringMatching(/^：/), '']);
});
