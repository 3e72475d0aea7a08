// A gateway and the owner of a shard that meet on a bus, as the benches use them.

import {
  type Bus,
  type createLog,
  createRemoteSequencer,
  type Database,
  type DatabaseAddress,
  type Sequencer,
  serveShard,
  systemClock,
} from "@truetick/server";

export type RemoteShard = {
  readonly submit: Sequencer["submit"];
  /** The owner is on the bus from here to `end`. */
  readonly begin: () => void;
  readonly end: () => void;
  readonly stop: () => Promise<void>;
};

export async function meetOver({
  sequencer,
  address,
  database,
  log,
  epoch,
  gatewayBus,
  ownerBus,
}: {
  readonly sequencer: Sequencer;
  readonly address: DatabaseAddress;
  readonly database: Database;
  readonly log: ReturnType<typeof createLog>;
  readonly epoch: number;
  readonly gatewayBus: Bus;
  /** Null: the same. */
  readonly ownerBus: Bus | null;
}): Promise<RemoteShard> {
  const bus = ownerBus ?? gatewayBus;
  const tape = {
    newest: sequencer.newestQuote,
    follow: (listener: Parameters<Sequencer["followInputs"]>[0]) => {
      sequencer.followInputs(listener);
      return () => undefined;
    },
    store: sequencer.storeTape,
    onForked: () => () => undefined,
  };
  const remote = await createRemoteSequencer({
    ...{ address, database, log, tape, bus: gatewayBus, shards: 1, clock: systemClock },
  });
  let server: ReturnType<typeof serveShard> | null = null;
  const end = () => {
    server?.stop();
    server = null;
  };
  return {
    submit: remote.submit,
    begin: () => {
      server = serveShard({ bus, shard: 0, sequencer, epoch, isSure: () => true, log });
    },
    end,
    stop: async () => {
      end();
      await remote.stop();
    },
  };
}
