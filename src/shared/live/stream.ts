import { z } from 'zod'

/** The path of the event stream. */
export const livePath = '/api/live'

/** How often the stream shows that it is alive, in milliseconds. */
export const heartbeat = 15_000
/** A stream that is silent for so long is broken. */
export const longestSilence = 3 * heartbeat

/** The event at the start of a stream, and after a gap in it: anything may have changed. */
export const readyEvent = 'ready'

/** The event that something has changed. */
export const changedEvent = 'changed'
export const ChangedTopics = z.object({ topics: z.array(z.string()) })
export type ChangedTopics = z.infer<typeof ChangedTopics>
