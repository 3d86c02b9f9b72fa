import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FileStore } from '#platform/files/file-store.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { limitFiles } from '#platform/files/limited-store.ts'
import { createLog } from '#platform/log.ts'
import { Problem } from '#shared/problem.ts'
import { createFakeClock } from '../../../test/support/clock.ts'
import type { ShareCard } from './contract.ts'
import { hashShareCard, shareCardPath } from './model.ts'
import { createPainter } from './painter.ts'
import { createShareCards } from './share-cards.ts'

const card: ShareCard = {
  ...{ page: 'about', language: 'es', name: 'Firmeza', title: 'Quiénes somos', lead: 'Por qué existe' },
}
const log = createLog('silent')

let folder: string
let files: FileStore
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firmeza-cards-'))
  files = createFolderStore(folder)
})
after(() => rm(folder, { recursive: true }))

/** A fake painter that counts its drawings and returns the title as bytes. */
function createCountingPainter() {
  const drawn: string[] = []
  return {
    drawn,
    async draw({ title }: ShareCard) {
      drawn.push(title)
      if (title === 'broken') throw new Error('no paint')
      return Buffer.from(title)
    },
    close() {},
  }
}

test('the address of a card changes with anything it shows', () => {
  const changes: Partial<ShareCard>[] = [
    { page: 'docs' },
    { language: 'pt' },
    { name: 'Other' },
    { title: 'Quienes somos' },
    { lead: '' },
    { badge: 'pioneer' },
  ]
  const paths = [card, ...changes.map((change) => ({ ...card, ...change }))].map(shareCardPath)
  assert.equal(new Set(paths).size, paths.length)
  assert.match(shareCardPath(card), /^\/share\/es\/about-[a-z0-9]{1,20}\.png$/)
  assert.equal(shareCardPath(card), shareCardPath({ ...card }))
})

describe('share pictures', () => {
  test('are drawn once for many requests, and stored for the next start', async () => {
    const painter = createCountingPainter()
    const cards = createShareCards({ painter, files, folder: 'share-cards', log })
    const pictures = await Promise.all([1, 2, 3].map(() => cards.getPicture(card)))
    assert.deepEqual(pictures.map(String), ['Quiénes somos', 'Quiénes somos', 'Quiénes somos'])
    const restarted = createShareCards({ painter, files, folder: 'share-cards', log })
    assert.equal(String(await restarted.getPicture(card)), 'Quiénes somos')
    assert.deepEqual(painter.drawn, ['Quiénes somos'])
  })

  test('replace the previous picture of a page', async () => {
    const cards = createShareCards({ painter: createCountingPainter(), files, folder: 'share-cards', log })
    await cards.getPicture({ ...card, language: 'pt' })
    const changed = { ...card, title: 'La casa' }
    await cards.getPicture(changed)
    const names = await readdir(join(folder, 'share-cards'))
    assert.deepEqual(
      names.filter((name) => name.startsWith('es')),
      [`es_about_${hashShareCard(changed)}.png`],
    )
    assert.equal(names.length, 2)
  })

  test('are limited in number, and can be removed by subject', async () => {
    const painter = createCountingPainter()
    const cards = createShareCards({ painter, files, folder: 'document-cards', maxFiles: 3, log })
    for (const subject of ['one', 'two', 'three', 'four', 'five']) {
      await cards.getPicture(card, subject)
      // The oldest is found by the time of its file.
      await sleep(5)
    }
    const subjects = async () =>
      (await readdir(join(folder, 'document-cards'))).map((name) => name.split('_')[1]).sort()
    assert.deepEqual(await subjects(), ['five', 'four', 'three'])
    await cards.getPicture({ ...card, language: 'ar' }, 'five')
    await cards.forget(['five', 'none'])
    assert.deepEqual(await subjects(), ['four'])
    await createShareCards({ painter, files, folder: 'badge-cards', log }).forget(['five'])
  })

  test('are returned even if they cannot be stored, and drawn again after a failure', async () => {
    const painter = createCountingPainter()
    const nowhere = createShareCards({
      painter,
      files: createFolderStore('/dev/null'),
      folder: 'share-cards',
      log,
    })
    assert.equal(String(await nowhere.getPicture(card)), 'Quiénes somos')
    const broken = { ...card, title: 'broken' }
    await assert.rejects(nowhere.getPicture(broken), /no paint/)
    await assert.rejects(nowhere.getPicture(broken), /no paint/)
    assert.deepEqual(painter.drawn, ['Quiénes somos', 'broken', 'broken'])
  })

  test('are returned by a store that is full, and leave nothing in it', async () => {
    const full = limitFiles(createFolderStore(join(folder, 'full')), { quota: 5, clock: createFakeClock() })
    const cards = createShareCards({
      painter: createCountingPainter(),
      files: full,
      folder: 'share-cards',
      log,
    })
    assert.equal(String(await cards.getPicture(card)), 'Quiénes somos')
    assert.equal(String(await cards.getPicture(card)), 'Quiénes somos')
    assert.equal((await full.usage()).used, 0)
  })
})

/** How many child processes run the painter, read from /proc. */
function countPainters(): number {
  const read = (pid: string, name: string) => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'utf8')
    } catch {
      return ''
    }
  }
  return readdirSync('/proc').filter(
    (pid) =>
      read(pid, 'cmdline').includes('painter-process') &&
      read(pid, 'status').includes(`PPid:\t${process.pid}\n`),
  ).length
}

describe('the painter', () => {
  const onLinux = { skip: process.platform !== 'linux' }
  test('ends when it is idle and starts again on demand', onLinux, async () => {
    const painter = createPainter({ idleTimeoutMs: 300 })
    const first = await painter.draw(card)
    assert.equal(countPainters(), 1)
    await sleep(1_000)
    assert.equal(countPainters(), 0)
    assert.ok((await painter.draw(card)).equals(first))
    painter.close()
  })

  test('rejects a drawing when the server stops or it takes too long', async () => {
    const stopped = createPainter()
    const drawing = stopped.draw(card)
    stopped.close()
    await assert.rejects(drawing, /stops/)
    const slow = createPainter({ limit: 1 })
    await assert.rejects(slow.draw(card), (error) => error instanceof Problem && error.status === 503)
    slow.close()
  })
})
