import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ensureKeyFile, findKeyFile, KeyFileError, writeKeyFile } from './key-files.ts'

const key = 'k'.repeat(43)
let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firmeza-keys-'))
})
after(() => rm(folder, { recursive: true }))

/** Refused with a sentence that names the file and says what to do. */
function refuses(path: string, advice: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof KeyFileError)
    assert.ok(error.message.includes(path), error.message)
    assert.match(error.message, advice)
    return true
  }
}

describe('a key file', () => {
  test('is made once, readable by its owner only, with nothing left beside it', async () => {
    const path = join(folder, 'new', 'secret')
    assert.equal(await ensureKeyFile(path, () => key), key)
    assert.equal(await ensureKeyFile(path, () => 'x'.repeat(43)), key)
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    assert.deepEqual(await readdir(join(folder, 'new')), ['secret'])
  })

  test('is the same for many that start at once', async () => {
    const path = join(folder, 'race')
    const keys = await Promise.all(
      Array.from({ length: 20 }, (_, number) => ensureKeyFile(path, () => `${number}`.padStart(43, '0'))),
    )
    assert.equal(new Set(keys).size, 1)
    assert.equal(await readFile(path, 'utf8'), keys[0])
  })

  for (const [name, content] of [
    ['empty', ''],
    ['blank', ' '.repeat(50)],
    ['cut off', 'k'.repeat(31)],
  ] as const) {
    test(`is refused when it is ${name}, and left as it is`, async () => {
      const path = join(folder, name)
      await writeFile(path, content)
      await assert.rejects(findKeyFile(path), refuses(path, /backup/))
      await assert.rejects(
        ensureKeyFile(path, () => key),
        refuses(path, /backup/),
      )
      assert.equal(await readFile(path, 'utf8'), content)
    })
  }

  test('is not overwritten', async () => {
    const path = join(folder, 'kept')
    assert.equal(await writeKeyFile(path, key), true)
    assert.equal(await writeKeyFile(path, 'x'.repeat(43)), false)
    assert.equal(await readFile(path, 'utf8'), key)
  })

  const canMount = process.platform === 'linux' && process.getuid?.() === 0
  test('is written completely or not at all on a full disk', { skip: !canMount }, async () => {
    const disk = await mkdtemp(join(tmpdir(), 'firmeza-full-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', disk])
    try {
      await writeFile(join(disk, 'filling'), Buffer.alloc(4096))
      const path = join(disk, 'secret')
      await assert.rejects(
        ensureKeyFile(path, () => key),
        refuses(path, /disk is full.*Make room/),
      )
      assert.deepEqual(await readdir(disk), ['filling'])
      await rm(join(disk, 'filling'))
      assert.equal(await ensureKeyFile(path, () => key), key)
    } finally {
      execFileSync('umount', [disk])
      await rm(disk, { recursive: true })
    }
  })
})
