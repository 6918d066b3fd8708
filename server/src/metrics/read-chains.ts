// Chain heights and node states, as in `chaintill nodes list`, with the same timeout per node.
import { SECOND } from '../core/clock.ts';
import { listNodes } from '../operator/running/nodes.ts';
import { epochSeconds, reading, samplesOf } from './reading.ts';

const labels = ['coin'];

export const chainsReading = reading({
  name: 'chains',
  everyMilliseconds: 15 * SECOND,
  gauges: {
    chaintill_chain_height: { help: 'Height up to which a chain was read', labels },
    chaintill_chain_final_height: { help: 'Last block that the network reports as final', labels },
    chaintill_chain_node_height: { help: 'Best block of the node', labels },
    chaintill_chain_lag_blocks: { help: 'Blocks of the node that were not read yet', labels },
    chaintill_chain_last_block_timestamp_seconds: {
      help: 'Time of the last read block, by any process',
      labels,
    },
    chaintill_chain_last_poll_timestamp_seconds: { help: 'Time of the last poll', labels },
    chaintill_chain_poll_failures: {
      help: 'Failed polls since the last successful one',
      labels,
    },
    chaintill_node_up: {
      help: '1 if a node of the coin responds within three seconds',
      labels,
    },
    chaintill_node_eligible: {
      help: 'With several nodes per coin: 1 for each eligible node',
      labels: ['coin', 'node'],
    },
  },
  async read(app) {
    const chains = await listNodes(app);
    const reported = samplesOf(chains, ({ coin }) => ({ coin }));
    const since = (time: string | null) => (time === null ? null : epochSeconds(time));
    return {
      chaintill_chain_height: reported(({ height }) => height),
      chaintill_chain_final_height: reported(({ final_height }) => final_height),
      chaintill_chain_node_height: reported(({ node_height }) => node_height),
      chaintill_chain_lag_blocks: reported(({ behind_blocks }) => behind_blocks),
      chaintill_chain_last_block_timestamp_seconds: reported(({ read_at }) => since(read_at)),
      chaintill_chain_last_poll_timestamp_seconds: reported(({ looked_at }) => since(looked_at)),
      chaintill_chain_poll_failures: reported(({ failed_looks }) => failed_looks),
      chaintill_node_up: reported(({ node_height }) => (node_height === null ? 0 : 1)),
      chaintill_node_eligible: chains.flatMap(({ coin, nodes }) =>
        nodes.length < 2
          ? []
          : nodes.map(({ node, not_used_because: reason }) => ({
              labels: { coin, node },
              value: reason === null ? 1 : 0,
            })),
      ),
    };
  },
});
