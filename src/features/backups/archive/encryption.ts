import { Decrypter, Encrypter } from 'age-encryption'
import { ArchiveError } from './archive.ts'

const firstWords = 'age-encryption.org/v1'
/** Where the header of an encrypted file ends, which is read as a whole. */
const headerEnd = '\n--- '
const largestHeader = 64 * 1024

/** Encrypts bytes to public keys as the program `age` does. */
export async function* encryptTo(
  recipients: readonly string[],
  plain: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  yield* await encrypter.encrypt(streamOf(plain))
}

/** The bytes of an archive, decrypted if it is encrypted. @throws {ArchiveError} `locked` */
export async function* decryptWith(
  identities: readonly string[],
  stored: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { first, all } = await peek(stored, firstWords.length)
  if (first.toString('latin1', 0, firstWords.length) !== firstWords) return yield* all
  if (identities.length === 0)
    throw new ArchiveError('locked', 'The backup is encrypted: give the key that opens it.')
  const head = await peek(all, largestHeader, headerEnd)
  if (!head.first.includes(headerEnd)) throw new ArchiveError('damaged', 'The backup is damaged.')
  const decrypter = new Decrypter()
  for (const identity of identities) {
    try {
      decrypter.addIdentity(identity)
    } catch {
      throw new ArchiveError('locked', 'The key is none of age: it begins with AGE-SECRET-KEY-1.')
    }
  }
  yield* await decrypter.decrypt(streamOf(head.all)).catch((error: Error) => {
    if (/no identity matched/.test(error.message))
      throw new ArchiveError('locked', 'The backup is encrypted to another key than the one given.')
    throw error
  })
}

/** The first bytes, until there are enough or some are found, and all of them again. */
async function peek(
  source: AsyncIterable<Uint8Array>,
  enough: number,
  sought?: string,
): Promise<{ first: Buffer; all: AsyncGenerator<Uint8Array> }> {
  const iterator = source[Symbol.asyncIterator]()
  let first = Buffer.alloc(0)
  let isOver = false
  while (!isOver && first.length < enough && !(sought && first.includes(sought))) {
    const next = await iterator.next()
    isOver = next.done === true
    if (!next.done) first = Buffer.concat([first, next.value])
  }
  async function* all() {
    try {
      yield first
      for (;;) {
        const next = await iterator.next()
        if (next.done) return
        yield next.value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { first, all: all() }
}

/** The form in which the library takes bytes. */
function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await iterator.next()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
