import { z } from 'zod'

/** What the legal pages say about the operator of the site. */
export const operatorParts = ['name', 'address', 'register', 'law'] as const
export type OperatorPart = (typeof operatorParts)[number]

/** What the settings do not say. */
export const MissingOperatorData = z.object({ missing: z.array(z.enum(operatorParts)) })
/** Whether the search knows the letters of all scripts, or only those of ASCII. */
export const SearchState = z.object({ knows_all_letters: z.boolean() })
/** Whether no process works in the background, and which processes there are. */
export const BackgroundState = z.object({
  lacks_worker: z.boolean(),
  processes: z.object({ web: z.int(), worker: z.int(), all: z.int() }),
})

export type MissingOperatorData = z.infer<typeof MissingOperatorData>
