import { z } from 'zod'

/** The path of the event stream. */
export const livePath = '/api/live'

/** How often the stream shows that it is alive, in milliseconds. A stream that is silent for thrice as long is broken. */
export const heartbeat = 15_000

/** The event at the start of a stream, and after a gap in it: anything may have changed. */
export const readyEvent = 'ready'

/** The event that something has changed. */
export const changedEvent = 'changed'
export const ChangedTopics = z.object({ topics: z.array(z.string()) })
export type ChangedTopics = z.infer<typeof ChangedTopics>
