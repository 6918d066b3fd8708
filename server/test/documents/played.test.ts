// Guarantees of the commands in the documents: typed one after the other on a till in the sandbox, each does what
// it says, and answers what is shown. With CHAINTILL_TEST_THOROUGH=1 all of them are, which takes minutes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isThorough } from '../support/crash-stride.ts';
import { elsewhere } from './elsewhere.ts';
import { type Block, blocks, type Typed } from './fences.ts';
import { filler } from './fill.ts';
import { openScene, type Scene } from './scene.ts';
import { shapeOf } from './shape.ts';

/** Typed each time. */
const SHORT = /^(README|docs\/(how-to|payment-pages|people))\.md$/;
/** What is typed here stays in its folder. */
const OF_THE_MACHINE =
  /\b(sudo|systemctl|apt|apt-get)\b|[\s=]\/(boot|etc|home|opt|root|srv|usr\/local|var)\//;
/** A command is a program that starts, and a machine may be busy. */
const TIMEOUT = 600_000;

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const played = blocks.filter(
  (block) => (isThorough || SHORT.test(block.path)) && elsewhere(block) === null,
);
const paths = [...new Set(played.map(({ path }) => path))];

describe.each(paths)('%s', (path) => {
  let fill: ReturnType<typeof filler>;
  beforeAll(() => {
    fill = filler(scene);
  });
  const ofPath = played.filter((block) => block.path === path);

  test.each(ofPath)(
    '$place',
    async (block) => {
      fill.forget();
      for (const { command, shown } of stepsOf(block)) {
        const text = await fill.fill(command);
        expect(text, 'changes the machine: see elsewhere.ts').not.toMatch(OF_THE_MACHINE);
        const { code, stdout, stderr } = await scene.type(text);
        expect(code, `${text}\n${stdout}\n${stderr}`).toBe(0);
        fill.heard(stdout);
        const shape = shown === null ? null : shapeOf(shown);
        if (shape !== null) expect(shapeOf(stdout), text).toEqual(shape);
      }
      await scene.settle();
    },
    TIMEOUT,
  );
});

/** Apart, where a later one names what an earlier one printed. */
function stepsOf({ typed }: Block): readonly Typed[] {
  return typed.flatMap((one) =>
    one.command.includes('01a2…')
      ? one.command
          .trim()
          .split(/(?<!\\)\n/)
          .map((command) => ({ command, shown: null }))
      : [one],
  );
}
