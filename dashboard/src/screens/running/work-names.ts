// Texts of background work: queues, and recurring jobs, some of them per coin.
import { useTexts } from '../../shared/i18n.tsx';

type Labels = Readonly<Record<string, string>>;

/** A job from a later release is shown by its name. */
export function useWorkText() {
  const { labelled } = useTexts('common');
  const queues: Labels = useTexts('running').queues;
  const tasks: Labels = useTexts('running').tasks;
  return {
    queue: (name: string) => queues[name] ?? name,
    /** `watch-btc` is the chain watcher for BTC. */
    task(name: string) {
      const [, work = name, coin] = /^([a-z]+)-([a-z0-9._-]+)$/.exec(name) ?? [];
      const ofCoin = tasks[work];
      if (tasks[name] !== undefined) return tasks[name];
      if (ofCoin === undefined || coin === undefined) return name;
      return labelled({ label: ofCoin, value: coin.toUpperCase() });
    },
  };
}
