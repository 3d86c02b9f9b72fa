// The memory that imports of 10,000 people take, as CSV and as XLSX, and the response times of another visitor meanwhile.
import { setTimeout as sleep } from 'node:timers/promises'
import { ImportReport } from '#features/early-adopters/contract.ts'
import { rowsOf, xlsxOf } from '../test/support/files/xlsx.ts'
import { addedMemory, visitorDuring } from './support/burden.ts'
import { type Finding, format, median, runAlone, within } from './support/report.ts'
import { type RunningServer, startFreshServer } from './support/server.ts'

const count = 10_000
/** Milliseconds after which the threads of the previous import have ended. */
const quiet = 5_000
const types = {
  CSV: 'text/csv',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
type Kind = keyof typeof types

export async function measureImport(): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const kind of ['CSV', 'XLSX'] as const) {
    // Each on its own server, so that neither leaves garbage or code to the other.
    await using server = await startFreshServer({ inspect: true })
    findings.push(...(await measureKind(server, kind)))
  }
  return findings
}

async function measureKind(server: RunningServer, kind: Kind): Promise<Finding[]> {
  const authorization = `Bearer ${await server.signIn()}`
  // Loads the code of an import.
  await send(server, authorization, { kind, from: 0, people: 10 })
  await sleep(quiet)
  const memory = await addedMemory(server, () =>
    send(server, authorization, { kind, from: 10, people: count }),
  )
  await sleep(quiet)
  const { times, seconds } = await visitorDuring(server, () =>
    send(server, authorization, { kind, from: 10 + count, people: count }),
  )
  return [
    within(`memory added by an import of ${format(count)} people as ${kind}`, 50, memory, 'MiB'),
    within(
      `another visitor's page during such an import as ${kind}, worst`,
      ...([300, Math.max(...times), 'ms'] as const),
      `median ${format(median(times))} ms of ${format(times.length)} in ${format(seconds)} s`,
    ),
  ]
}

interface People {
  kind: Kind
  /** The number of the first of them. */
  from: number
  people: number
}

async function send(server: RunningServer, authorization: string, wanted: People): Promise<void> {
  const response = await fetch(`${server.url}/api/early-adopters/import?dry_run=false`, {
    method: 'POST',
    headers: { authorization, 'content-type': types[wanted.kind] },
    body: new Uint8Array(fileOf(wanted)),
  })
  const { added } = ImportReport.parse(await response.json()).counts
  if (added !== wanted.people) throw new Error(`${added} people were added`)
}

function fileOf({ kind, from, people }: People): Buffer {
  const rows = [
    ['name', 'email', 'company', 'segment', 'consent', 'consented_at', 'language'],
    ...Array.from({ length: people }, (_, n) => [
      ...[`María Núñez ${from + n}`, `person-${from + n}@import.test`, `Compañía ${n % 700} S.A.`],
      ...['academic', 'yes', daysAgo(30), 'es'],
    ]),
  ]
  if (kind === 'CSV') return Buffer.from(rows.map((cells) => cells.join(',')).join('\n'))
  const strings: string[] = []
  return xlsxOf({ data: rowsOf(rows, strings), strings })
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

await runAlone(import.meta, measureImport)
