// A disk that fills up and is freed again: what is answered meanwhile, and that all is well afterwards by itself.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCanvas } from '@napi-rs/canvas'
import pg from 'pg'
import { LoginResponse } from '#features/accounts/contract.ts'
import { registrationOf } from '../test/support/factories.ts'
import { createHttpClient, type Send } from '../test/support/http-client.ts'
import { runMain, type ServerProcess, startServerProcess } from '../test/support/server-process.ts'
import { until } from '../test/support/until.ts'
import { skipUnlessRoot } from './support/requirements.ts'

const password = 'a password for the drill'
let disk: string
let dataDir: string

before(async () => {
  if (skipUnlessRoot()) return
  disk = await mkdtemp(join(tmpdir(), 'firmeza-full-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', disk])
  dataDir = join(disk, 'data')
})
after(async () => {
  if (!disk) return
  execFileSync('umount', ['-l', disk])
  await rm(disk, { recursive: true })
})

const filling = () => join(disk, 'filling')

/** Writes until nothing more fits, also what has been freed meanwhile. */
async function fill(): Promise<void> {
  const file = await open(filling(), 'a')
  try {
    for (const size of [1024 * 1024, 4096]) {
      for (;;) await file.appendFile(Buffer.alloc(size))
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await file.close()
  }
}
const free = () => rm(filling(), { force: true })

async function drawPicture(seed: number): Promise<Buffer> {
  const canvas = createCanvas(800, 600)
  const context = canvas.getContext('2d')
  for (let n = 0; n < 2_000; n++) {
    context.fillStyle = `hsl(${(n * 37 + seed * 11) % 360} 80% 50%)`
    context.fillRect((n * 71 + seed) % 800, (n * 53) % 600, 30, 30)
  }
  return canvas.encode('jpeg', 95)
}

function formOf(bytes: Buffer) {
  const head =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="x.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
  }
}

async function signIn({ url, send }: ServerProcess): Promise<Send> {
  const reply = await send('/api/auth/login', { form: { username: 'admin', password } })
  return createHttpClient(url, {
    authorization: `Bearer ${reply.read(LoginResponse).access_token}`,
    'accept-language': 'en',
  })
}

/** The product's own files, but for those of PostgreSQL. */
async function listFiles(): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return files.filter((file) => !file.startsWith(join(dataDir, 'postgres'))).sort()
}
/** Writes to the write-ahead log until PostgreSQL ends itself, as it does when that is full. */
async function fillWriteAheadLog(): Promise<void> {
  const client = new pg.Client({ host: join(dataDir, 'socket'), user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  await assert.rejects(async () => {
    for (let megabyte = 0; megabyte < 1_000; megabyte++) {
      await client.query("SELECT pg_logical_emit_message(false, 'drill', repeat('x', 1000000))")
    }
  })
  await client.end().catch(() => {})
}

const env = () => ({ DATA_DIR: dataDir, ADMIN_PASSWORD: password, CONNECTION_LIMIT: '0' })

describe('a full disk', { skip: skipUnlessRoot() }, () => {
  test('a first start says that there is no space left, in one sentence', async () => {
    await fill()
    const { code, output } = await runMain(env())
    assert.equal(code, 1)
    assert.match(output, /^[^\n]*(no space left|No space left)[^\n]*\n$/)
    assert.ok(output.includes(dataDir), output)
    await free()
  })

  test('is said by uploads, sign-ups and /readyz; pages are served; all is well when it is freed', async (t) => {
    const server = await startServerProcess(env())
    const send = await signIn(server)
    assert.equal((await send('/api/media', formOf(await drawPicture(1)))).status, 201)
    assert.equal((await send('/es/')).status, 200)
    const before = await listFiles()

    await fill()
    const upload = await send('/api/media', formOf(await drawPicture(2)))
    t.diagnostic(`an upload on the full disk: ${upload.status} ${upload.problem().detail}`)
    assert.equal(upload.status, 507)
    assert.match(upload.problem().detail, /no space left/)
    assert.deepEqual(await listFiles(), before)
    await until(async () => (await send('/readyz')).text.includes('disk full'), '/readyz says it', 5)
    assert.equal((await send('/healthz')).status, 200)

    const statuses = new Map<number, number>()
    let accepted = 0
    for (let round = 0; round < 400; round++) {
      const replies = await Promise.all(
        Array.from({ length: 25 }, (_, n) =>
          send('/api/early-adopters', {
            json: registrationOf({ email: `p${round}-${n}@example.org`, company: 'x'.repeat(200) }),
          }),
        ),
      )
      for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      accepted += replies.filter(({ status }) => status === 201).length
      if (round % 20 === 0) await fill()
      if ((statuses.get(507) ?? 0) + (statuses.get(503) ?? 0) > 200) break
    }
    t.diagnostic(`sign-ups on the full disk, by status: ${JSON.stringify([...statuses])}`)
    assert.deepEqual(
      [...statuses.keys()].filter((status) => ![201, 503, 507].includes(status)),
      [],
    )
    assert.equal((await send('/es/')).status, 200)
    assert.equal((await send('/readyz')).status, 503)
    await fillWriteAheadLog()
    // As long as an operator needs. PostgreSQL has ended itself and cannot be started.
    await sleep(10_000)
    assert.equal((await send('/es/')).status, 200)
    assert.equal((await send('/healthz')).status, 200)
    t.diagnostic(`/readyz with PostgreSQL ended: ${(await send('/readyz')).text}`)
    assert.equal((await send('/readyz')).status, 503)

    await free()
    const freed = performance.now()
    await until(async () => (await send('/readyz')).status === 200, 'ready again', 30)
    const seconds = (performance.now() - freed) / 1000
    t.diagnostic(`ready ${seconds.toFixed(1)} s after space was freed`)
    assert.ok(seconds <= 5, `${seconds} s`)
    assert.equal((await send('/api/media', formOf(await drawPicture(3)))).status, 201)
    const total = Number((await send('/api/early-adopters?limit=1')).headers['x-total-count'])
    t.diagnostic(`${accepted} sign-ups were accepted, ${total} are stored`)
    assert.ok(total >= accepted)
    assert.equal((await server.end('SIGTERM')).code, 0)
  })

  test('a later start says so as well, and works once there is space', async () => {
    await fill()
    const { code, output } = await runMain(env())
    assert.equal(code, 1)
    assert.match(output, /^There is no space left on the disk of the data folder [^\n]*\n$/)
    await free()
    const server = await startServerProcess(env())
    await server.end('SIGTERM')
  })
})
