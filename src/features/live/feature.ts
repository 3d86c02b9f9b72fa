import { Gauge } from 'prom-client'
import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { livePermissions } from './permissions.ts'
import { liveRoutes } from './routes.ts'
import { createStreams, type StreamOptions } from './streams.ts'

/** Tells open panels what has changed. */
export function createLiveFeature(
  { signals, log, registry }: Core,
  needs: Pick<StreamOptions, 'findSession' | 'listTopics'>,
) {
  const streams = createStreams({ signals, log, ...needs })
  new Gauge({
    name: 'live_streams',
    help: 'Event streams of signed-in users that are open',
    registers: [registry],
    collect() {
      this.set(streams.count())
    },
  })
  return {
    permissions: livePermissions,
    apiParts: [
      { name: 'Live', description: 'What has changed, as it happens, for open screens.', group: 'team' },
    ],
    routes: [liveRoutes({ streams })],
    endResponses: streams.end,
    close: streams.close,
  } satisfies Feature
}
