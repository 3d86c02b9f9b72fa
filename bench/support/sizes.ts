import { z } from 'zod'
import { EarlyAdopter } from '#features/early-adopters/contract.ts'
import { createDatabase } from './database.ts'
import { atMost, type Finding, format, median } from './report.ts'
import { type RunningServer, startFreshServer, startServer } from './server.ts'

const sizes = { few: 1_000, many: 100_000 } as const
const usualRounds = 60

/** One request to a product with `size` people, of whom `person` is one. */
export type Read = (size: number, person: EarlyAdopter) => string

/** A measured request: the medians at both sizes, in milliseconds. */
export interface Comparison {
  few: number
  many: number
}

/** Two products that differ in the number of people. */
export interface TwoSizes extends AsyncDisposable {
  /** The database of the product with many. */
  manyUrl: string
  compare(read: Read, rounds?: number): Promise<Comparison>
}

/**
 * Starts a product of size 1,000 and one of size 100,000, which `seed` fills: with as many people, unless `people` says how
 * many both have.
 */
export async function startTwoSizes(
  seed: (databaseUrl: string, count: number) => Promise<void>,
  people: Record<keyof typeof sizes, number> = sizes,
): Promise<TwoSizes> {
  // Two processes on one PostgreSQL, so that both sizes are read under the same conditions.
  const stack = new AsyncDisposableStack()
  const few = stack.use(await startFreshServer())
  const fewUrl = await few.databaseUrl()
  const manyUrl = await createDatabase(fewUrl, 'firmeza_many')
  const many = stack.use(await startServer({ dataDir: few.dataDir, databaseUrl: manyUrl }))
  await seed(fewUrl, sizes.few)
  await seed(manyUrl, sizes.many)
  const readers = { few: await createReader(few, people.few), many: await createReader(many, people.many) }
  return {
    manyUrl,
    async compare(read, rounds = usualRounds) {
      const warmUps = Math.ceil(rounds / 4)
      const times = { few: [] as number[], many: [] as number[] }
      for (let round = 0; round < warmUps + rounds; round++) {
        const order = round % 2 ? (['few', 'many'] as const) : (['many', 'few'] as const)
        for (const size of order) {
          const time = await readers[size](read)
          if (round >= warmUps) times[size].push(time)
        }
      }
      return { few: median(times.few), many: median(times.many) }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** The promise that a request costs at most three times as much with a hundred times the people. */
export function compareSizes(
  name: string,
  { few, many }: Comparison,
  sizes = '100,000 against 1,000',
): Finding {
  return atMost(3, {
    promise: `${name}, at ${sizes}`,
    measured: `${format(many)} ms against ${format(few)} ms`,
    ratio: many / few,
  })
}

/** Sends a signed-in request and measures it in milliseconds. */
async function createReader(server: RunningServer, size: number): Promise<(read: Read) => Promise<number>> {
  const headers = { authorization: `Bearer ${await server.signIn()}` }
  const response = await fetch(`${server.url}/api/early-adopters?limit=1&offset=${size / 2}`, { headers })
  const [someone] = z.array(EarlyAdopter).parse(await response.json())
  if (!someone) throw new Error('the list is empty')
  return async (read) => {
    const url = server.url + read(size, someone)
    const begun = performance.now()
    const answer = await fetch(url, { headers })
    const body = await answer.text()
    const time = performance.now() - begun
    if (answer.status !== 200 || body === '[]' || body.includes('"groups":[]'))
      throw new Error(`${url} answers ${answer.status} ${body}`)
    return time
  }
}
