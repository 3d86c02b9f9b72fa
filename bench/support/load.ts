import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { median } from './report.ts'

const execute = promisify(execFile)
const script = fileURLToPath(new URL('../wrk.lua', import.meta.url))
const connections = 50

const Run = z.object({
  requests: z.number(),
  seconds: z.number(),
  p50: z.number(),
  p99: z.number(),
  refused: z.number(),
  broken: z.number(),
})

type Run = z.infer<typeof Run>

/** A server under load, and the request that it gets. */
export interface Target {
  url: string
  method?: 'GET' | 'POST'
  /** `@@` is replaced by a number that is new in every request. */
  body?: string
  /** More headers of the request. */
  headers?: Record<string, string>
  /** What else happens while the target is under load, until the signal. */
  beside?: (signal: AbortSignal) => Promise<unknown>
}

/** The requests per second of each target: the median over all rounds. */
export interface Comparison {
  rates: Record<string, number>
  /** The total of answered requests of each target, warm-up included. */
  answered: Record<string, number>
  /** The ratio of the rates of two targets in each round; the median over all rounds. */
  ratio(name: string, baseline: string): number
}

/**
 * Loads the targets one after the other, in rounds of alternating order, so that other work of the machine affects all of
 * them equally. The first round only warms up.
 * @throws when a target refuses a request or breaks a connection: such a rate means nothing
 */
export async function compareLoad(
  targets: Record<string, Target>,
  { rounds = 12, seconds = 1 }: { rounds?: number; seconds?: number } = {},
): Promise<Comparison> {
  const names = Object.keys(targets)
  const results: Record<string, number>[] = []
  const answered: Record<string, number> = {}
  for (let round = 0; round <= rounds; round++) {
    const rates: Record<string, number> = {}
    for (const name of round % 2 ? names : names.toReversed()) {
      const target = targets[name]
      if (!target) continue
      const run = await load(target, round, seconds)
      rates[name] = run.requests / run.seconds
      answered[name] = (answered[name] ?? 0) + run.requests
    }
    if (round > 0) results.push(rates)
  }
  const rateOf = (rates: Record<string, number>, name: string) => rates[name] ?? Number.NaN
  return {
    rates: Object.fromEntries(names.map((name) => [name, median(results.map((one) => rateOf(one, name)))])),
    answered,
    ratio: (name, baseline) => median(results.map((one) => rateOf(one, name) / rateOf(one, baseline))),
  }
}

async function load(target: Target, round: number, seconds: number): Promise<Run> {
  const ending = new AbortController()
  const beside = target.beside?.(ending.signal)
  try {
    return await runWrk(target, round, seconds)
  } finally {
    ending.abort()
    await beside
  }
}

async function runWrk(
  { url, method = 'GET', body, headers = {} }: Target,
  round: number,
  seconds: number,
): Promise<Run> {
  // One thread of wrk is enough for two cores, and leaves the processor to the servers.
  const args = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s', '-s', script]
  const unique = body?.replace('@@', `${Date.now()}-${round}-@@`)
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`)
  args.push('-H', 'Accept-Encoding: br, gzip', url, '--', method, ...(unique === undefined ? [] : [unique]))
  const { stdout } = await execute('wrk', args).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new Error('wrk, which makes the load, is not installed: apt-get install wrk, or brew install wrk.')
  })
  const line = stdout.split('\n').find((one) => one.startsWith('{')) ?? ''
  const run = Run.parse(JSON.parse(line))
  const { requests, refused, broken } = run
  if (refused > 0 || broken > 0) {
    throw new Error(`${url}: ${refused} of ${requests} requests were refused and ${broken} connections broke`)
  }
  return run
}
