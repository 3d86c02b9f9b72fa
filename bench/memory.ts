// The memory of Node and PostgreSQL together, a minute after the last request.
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { languages } from '#shared/languages.ts'
import { publishText } from './content.ts'
import { proportionalSetSize } from './support/process-tree.ts'
import { type Finding, format, runAlone, within } from './support/report.ts'
import { makeDataDir, type RunningServer, startServer } from './support/server.ts'

const quiet = 60_000

export async function measureMemory(): Promise<Finding[]> {
  await using folder = await makeDataDir()
  await using tools = await makeDataDir()
  // A copy of Node, because memory pages shared with other processes of the same file would be counted only in part.
  const node = join(tools.path, 'node')
  await copyFile(process.execPath, node)
  {
    // The first start creates the database, which is not typical.
    await using first = await startServer({ dataDir: folder.path, node })
    await publishText(first, 'es')
  }
  await using server = await startServer({ dataDir: folder.path, node })
  await visit(server)
  await sleep(quiet)
  const { node: own, postgres } = await proportionalSetSize(server.pid)
  return [
    within(
      'memory idle, a minute after the last visit (PSS)',
      // For the complete product (decision 12).
      180,
      own + postgres,
      'MiB',
      `Node ${format(own)}, PostgreSQL ${format(postgres)}`,
    ),
  ]
}

/** Typical use in short: every language is read, a few people sign up, a member of the team reads the list. */
async function visit(server: RunningServer): Promise<void> {
  const token = await server.signIn()
  for (let round = 0; round < 20; round++) {
    for (const language of languages) {
      const page = await fetch(`${server.url}/${language}/`, { headers: { 'accept-encoding': 'br' } })
      await page.arrayBuffer()
    }
    const lead = {
      email: `person-${round}@example.test`,
      name: 'A Person',
      segment: 'developer',
      interests: ['identity'],
      consent: true,
    }
    const answer = await fetch(`${server.url}/api/early-adopters`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(lead),
    })
    if (answer.status !== 201) throw new Error(`a sign-up was refused: ${await answer.text()}`)
    const list = await fetch(`${server.url}/api/early-adopters`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await list.arrayBuffer()
  }
}

await runAlone(import.meta, measureMemory)
