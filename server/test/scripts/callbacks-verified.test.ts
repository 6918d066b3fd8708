// Guarantees of the receivers in docs/callbacks.md, each run in its own language: the genuine examples are accepted,
// and any forged callback is rejected without an error.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callbackExample } from '../../scripts/callbacks-page.ts';
import { committed } from '../../scripts/generated-files.ts';
import { signCallback } from '../../src/events/sign-callback.ts';

const page = committed('docs/callbacks.md');
const { id, sentAt, body, secret, previousSecret } = callbackExample;
const genuine = signCallback({ id, sentAt, body }, { current: secret, previous: null });
const rotating = signCallback({ id, sentAt, body }, { current: previousSecret, previous: secret });

interface Case {
  readonly of: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Seconds after it was sent. */
  readonly late: number;
  readonly isGenuine: boolean;
}

const change = (headers: Readonly<Record<string, string>>, name: string, value: string | null) => {
  const { [name]: _, ...rest } = headers;
  return value === null ? rest : { ...rest, [name]: value };
};
const wrong = (of: string, headers: Readonly<Record<string, string>>): Case => ({
  of,
  headers,
  body,
  late: 0,
  isGenuine: false,
});
const signature = genuine['webhook-signature'] ?? '';
const cases: readonly Case[] = [
  { of: 'as shown', headers: genuine, body, late: 0, isGenuine: true },
  { of: 'during a rotation', headers: rotating, body, late: 0, isGenuine: true },
  { of: 'after 300 seconds', headers: genuine, body, late: 300, isGenuine: true },
  { of: 'after 301 seconds', headers: genuine, body, late: 301, isGenuine: false },
  { of: '301 seconds before', headers: genuine, body, late: -301, isGenuine: false },
  { of: 'another body', headers: genuine, body: `${body} `, late: 0, isGenuine: false },
  {
    of: 'bytes that are no text',
    headers: genuine,
    body: '\u00ff\u0000',
    late: 0,
    isGenuine: false,
  },
  wrong('no header', {}),
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    wrong(`no ${name}`, change(genuine, name, null)),
  ),
  ...['', 'soon', '1e9', '-1', '1795228500\n', ' 1795228500', '9'.repeat(400), '\u0661'].map(
    (time) =>
      wrong(
        `time ${JSON.stringify(time).slice(0, 20)}`,
        change(genuine, 'webhook-timestamp', time),
      ),
  ),
  ...[
    '',
    ' ',
    'v1,',
    'v1,\u00e9',
    signature.slice(3),
    `v2,${signature.slice(3)}`,
    `${signature}=`,
  ].map((text) =>
    wrong(`signature ${JSON.stringify(text)}`, change(genuine, 'webhook-signature', text)),
  ),
  wrong('another id', change(genuine, 'webhook-id', 'another')),
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chaintill-receivers-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Each gets the cases as JSON and prints a result for each: the body in base64, as it may be any bytes. */
const languages = {
  js: {
    command: [process.execPath, 'receiver.mjs'],
    file: 'receiver.mjs',
    run: (code: string) => `import { readFileSync } from 'node:fs';
${code}
const { secret, cases } = JSON.parse(readFileSync('cases.json', 'utf8'));
console.log(JSON.stringify(cases.map(({ headers, body, now }) =>
  isGenuine(secret, headers, Buffer.from(body, 'base64'), now))));`,
  },
  python: {
    command: ['python3', 'receiver.py'],
    file: 'receiver.py',
    run: (code: string) => `import json
${code}
given = json.load(open("cases.json", encoding="utf-8"))
print(json.dumps([is_genuine(given["secret"], one["headers"], base64.b64decode(one["body"]), one["now"])
    for one in given["cases"]]))`,
  },
  php: {
    command: ['php', '-d', 'error_reporting=E_ALL', 'receiver.php'],
    file: 'receiver.php',
    run: (code: string) => `<?php
${code}
$given = json_decode(file_get_contents('cases.json'), true);
echo json_encode(array_map(fn (array $one): bool => isGenuine(
    $given['secret'], $one['headers'], base64_decode($one['body']), $one['now']
), $given['cases']));`,
  },
} as const;

describe.each(Object.keys(languages) as (keyof typeof languages)[])('in %s', (language) => {
  test('only genuine callbacks are accepted, without an error', () => {
    const { command, file, run } = languages[language];
    const code = new RegExp(`\`\`\`${language} tab\\n([\\s\\S]*?)\\n\`\`\``).exec(page)?.[1] ?? '';
    writeFileSync(join(folder, file), run(code));
    const requested = cases.map(({ headers, body: sent, late }) => ({
      headers,
      body: Buffer.from(sent, 'latin1').toString('base64'),
      now: Math.floor(sentAt / 1000) + late,
    }));
    writeFileSync(join(folder, 'cases.json'), JSON.stringify({ secret, cases: requested }));
    const [program, ...words] = command;
    const { stdout, stderr, error } = spawnSync(program, words, { cwd: folder, encoding: 'utf8' });
    expect({ error, stderr }).toEqual({ error: undefined, stderr: '' });
    const said = JSON.parse(stdout) as boolean[];
    expect(said.map((isGenuine, n) => ({ of: cases[n]?.of, isGenuine }))).toEqual(
      cases.map(({ of, isGenuine }) => ({ of, isGenuine })),
    );
  });
});
