import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '#platform/log.ts'
import { Problem } from '#shared/problem.ts'
import type { ShareCard } from './contract.ts'
import { hashShareCard, shareCardPath } from './model.ts'
import { createPainter } from './painter.ts'
import { createShareCards } from './share-cards.ts'

const card: ShareCard = {
  ...{ page: 'about', language: 'es', name: 'Firmeza', title: 'Quiénes somos', lead: 'Por qué existe' },
}
const log = createLog('silent')

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firmeza-cards-'))
})
after(() => rm(folder, { recursive: true }))

/** Counts what it draws, and draws the title as its bytes. */
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
  test('are drawn once, however many ask, and kept for the next start', async () => {
    const painter = createCountingPainter()
    const cards = createShareCards({ painter, folder, log })
    const pictures = await Promise.all([1, 2, 3].map(() => cards.getPicture(card)))
    assert.deepEqual(pictures.map(String), ['Quiénes somos', 'Quiénes somos', 'Quiénes somos'])
    const restarted = createShareCards({ painter, folder, log })
    assert.equal(String(await restarted.getPicture(card)), 'Quiénes somos')
    assert.deepEqual(painter.drawn, ['Quiénes somos'])
  })

  test('leave nothing behind of what a page said before', async () => {
    const cards = createShareCards({ painter: createCountingPainter(), folder, log })
    await cards.getPicture({ ...card, language: 'pt' })
    const changed = { ...card, title: 'La casa' }
    await cards.getPicture(changed)
    const names = (await readdir(folder)).filter((name) => name.startsWith('es.'))
    assert.deepEqual(names, [`es.about.${hashShareCard(changed)}.png`])
    assert.equal((await readdir(folder)).length, 2)
  })

  test('are bounded in number, and forgotten by their subject', async () => {
    const bounded = join(folder, 'bounded')
    const painter = createCountingPainter()
    const cards = createShareCards({ painter, folder: bounded, maxFiles: 3, log })
    for (const subject of ['one', 'two', 'three', 'four', 'five']) {
      await cards.getPicture(card, subject)
      // The files' times tell which is the oldest.
      await sleep(5)
    }
    const subjects = async () => (await readdir(bounded)).map((name) => name.split('.')[1]).sort()
    assert.deepEqual(await subjects(), ['five', 'four', 'three'])
    await cards.getPicture({ ...card, language: 'ar' }, 'five')
    await cards.forget(['five', 'none'])
    assert.deepEqual(await subjects(), ['four'])
    await createShareCards({ painter, folder: join(folder, 'nowhere'), log }).forget(['five'])
  })

  test('are shown though they cannot be kept, and tried again after a failure', async () => {
    const painter = createCountingPainter()
    const nowhere = createShareCards({ painter, folder: '/dev/null/cards', log })
    assert.equal(String(await nowhere.getPicture(card)), 'Quiénes somos')
    const broken = { ...card, title: 'broken' }
    await assert.rejects(nowhere.getPicture(broken), /no paint/)
    await assert.rejects(nowhere.getPicture(broken), /no paint/)
    assert.deepEqual(painter.drawn, ['Quiénes somos', 'broken', 'broken'])
  })
})

/** How many processes of this one's run the painter, as Linux tells. */
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
  test('is let go when nothing more comes, and comes back when something does', onLinux, async () => {
    const painter = createPainter({ idleTimeoutMs: 300 })
    const first = await painter.draw(card)
    assert.equal(countPainters(), 1)
    await sleep(1_000)
    assert.equal(countPainters(), 0)
    assert.ok((await painter.draw(card)).equals(first))
    painter.close()
  })

  test('refuses what it is drawing when the server stops, and what takes too long', async () => {
    const stopped = createPainter()
    const drawing = stopped.draw(card)
    stopped.close()
    await assert.rejects(drawing, /stops/)
    const slow = createPainter({ limit: 1 })
    await assert.rejects(slow.draw(card), (error) => error instanceof Problem && error.status === 503)
    slow.close()
  })
})
