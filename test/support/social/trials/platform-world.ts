import type { PlatformEndpoints } from '#features/social/platforms/endpoints.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type {
  AccountDescription,
  Grant,
  Json,
  Platform,
  PostContent,
  PublishContext,
  Publishing,
} from '#features/social/platforms/platform.ts'
import type { ObservedCall } from '#features/social/platforms/platform-calls.ts'
import { platformOptions, prepareFully } from '../protocol/calling.ts'
import type { PlatformSimulator } from '../simulator.ts'
import { type MediaServer, startMediaServer } from './media-server.ts'

/** A platform that is tried out on its simulator. */
export interface PlatformWorld<Simulator extends PlatformSimulator> {
  simulator: Simulator
  platform: Platform
  publishing: Publishing
  media: MediaServer
  account: AccountDescription
  /** Every call that was observed. */
  observed: ObservedCall[]
  /** What the platform takes for the moment is so many milliseconds later than it is. */
  advance(milliseconds: number): void
  now(): Date
  /** The same platform in a process that was just started. */
  restart(): Platform
  contextOf(content?: Partial<PostContent>, grant?: Grant): PublishContext
  /** Prepares until it is ready, each time from what would have been stored, by a new process. */
  prepare(context: PublishContext, stored?: Json | null): Promise<Json>
  /** Prepares and publishes. */
  publish(context: PublishContext): ReturnType<Publishing['publish']>
  close(): Promise<void>
}

interface WorldOptions<Simulator extends PlatformSimulator> {
  start(): Promise<Simulator>
  create(options: PlatformOptions): Platform
  endpoints(simulator: Simulator): Partial<PlatformEndpoints>
}

/** Starts the simulator of a platform, and connects its account. */
export async function startPlatformWorld<Simulator extends PlatformSimulator>({
  start,
  create,
  endpoints,
}: WorldOptions<Simulator>): Promise<PlatformWorld<Simulator>> {
  const [simulator, media] = await Promise.all([start(), startMediaServer()])
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const observed: ObservedCall[] = []
  const make = () => create(platformOptions(endpoints(simulator), now))
  function publishingOf({ id, publishing } = make()) {
    if (!publishing) throw new Error(`${id} publishes nothing`)
    return publishing
  }
  const platform = make()
  const signal = AbortSignal.timeout(60_000)
  const { accessToken } = simulator.grant()
  const account = await platform.describeAccount?.({ client: simulator.client, accessToken, signal })
  if (!account) throw new Error(`${platform.id} describes no account`)
  const prepare = (context: PublishContext, stored: Json | null = null) =>
    prepareFully({ prepare: (...step) => publishingOf().prepare(...step) }, context, stored)

  return {
    ...{ simulator, platform, media, account, observed, now, prepare },
    publishing: publishingOf(platform),
    restart: make,
    advance(milliseconds) {
      ahead += milliseconds
    },
    contextOf: (content, grant = simulator.grant()) => ({
      ...{ client: simulator.client, accessToken: grant.accessToken, account, signal },
      observe: (call) => observed.push(call),
      content: { text: 'A text', title: '', target: {}, files: [], ...content },
      idempotencyKey: crypto.randomUUID(),
    }),
    publish: async (context) => publishingOf().publish(context, await prepare(context)),
    async close() {
      await Promise.all([simulator.close(), media.close()])
    },
  }
}
