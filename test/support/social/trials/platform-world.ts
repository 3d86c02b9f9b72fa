import { type PlatformEndpoints, realEndpoints } from '#features/social/platforms/endpoints.ts'
import { PlatformFault } from '#features/social/platforms/fault.ts'
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
import { createPlatformCalls, type ObservedCall } from '#features/social/platforms/platform-calls.ts'
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
  const make = () =>
    create({
      calls: createPlatformCalls({ userAgent: 'Test/1.0', now }),
      endpoints: { ...realEndpoints, ...endpoints(simulator) },
      now,
    })
  const platform = make()
  const signal = AbortSignal.timeout(60_000)
  const { accessToken } = simulator.grant()
  const account = await platform.describeAccount?.({ client: simulator.client, accessToken, signal })
  if (!account || !platform.publishing) throw new Error(`${platform.id} publishes nothing`)

  async function prepare(context: PublishContext, stored: Json | null = null): Promise<Json> {
    let progress = stored
    for (let round = 0; round < 200; round += 1) {
      const prepared = await make().publishing?.prepare(context, progress)
      if (!prepared) break
      progress = JSON.parse(JSON.stringify(prepared.progress)) as Json
      if (prepared.isReady) return progress
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    throw new Error('The post was never ready')
  }

  return {
    ...{ simulator, platform, media, account, observed, now, prepare },
    publishing: platform.publishing,
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
    publish: async (context) => make().publishing?.publish(context, await prepare(context)) ?? never(),
    async close() {
      await Promise.all([simulator.close(), media.close()])
    },
  }
}

const never = (): never => {
  throw new Error('It publishes nothing')
}

/** The fault that a call ends with. */
export async function faultOf(call: Promise<unknown>): Promise<PlatformFault> {
  try {
    await call
  } catch (error) {
    if (error instanceof PlatformFault) return error
    throw error
  }
  throw new Error('It did not fail')
}

/** Goes to the page of a platform that asks the person, as a browser does; the address it leads back to. */
export async function followAuthorization(page: URL): Promise<URL> {
  const answer = await fetch(page, { redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`HTTP ${answer.status}: ${await answer.text()}`)
  return new URL(location)
}
