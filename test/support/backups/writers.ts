import assert from 'node:assert/strict'
import { createCanvas } from '@napi-rs/canvas'
import { z } from 'zod'
import { ContentItem, ContentVersion } from '#features/content/contract.ts'
import { EarlyAdopter, LeadNote } from '#features/early-adopters/contract.ts'
import { Picture } from '#features/media/contract.ts'
import { archiveForm } from '../content/transfer.ts'
import { add } from '../documents/library.ts'
import { pdfFile } from '../documents/pdf-file.ts'
import { draftOf, registrationOf } from '../factories.ts'
import type { Send } from '../http-client.ts'
import { until } from '../until.ts'

/** What somebody wrote, and was told that it is stored, between two moments. */
export interface Written {
  /** Its id; of people, their address, which is also that of whoever was erased. */
  id: string
  begunAt: number
  endedAt: number
}

type Kind = 'leads' | 'texts' | 'files' | 'notes' | 'erased'

export interface Writers {
  readonly written: Readonly<Record<Kind, readonly Written[]>>
  /** Waits until each has written some more. */
  goOn(): Promise<void>
  stop(): Promise<void>
}

/** The beginning of the names of those who are erased under load; no text contains it. */
export const erasedMark = 'erased-under-load'

interface WritersOptions {
  send: Send
  admin: Send
}

/** Has several people sign up, edit texts, upload files, take notes and erase at once, until they are stopped. */
export async function startWriters({ send, admin }: WritersOptions): Promise<Writers> {
  const written: Record<Kind, Written[]> = { leads: [], texts: [], files: [], notes: [], erased: [] }
  const names: Kind[] = ['leads', 'texts', 'files', 'notes', 'erased']
  let isOver = false
  let number = 0

  async function register(name = 'Written under load'): Promise<string> {
    const json = { ...registrationOf(), name }
    assert.equal((await send('/api/early-adopters', { json })).status, 201)
    return json.email
  }

  async function findLead(email: string): Promise<string> {
    const reply = await admin(`/api/early-adopters?search=${encodeURIComponent(email)}`)
    const [lead] = reply.read(z.array(EarlyAdopter))
    return lead?.id ?? assert.fail(`${email} is not there`)
  }

  const versions = (await admin('/api/content/home-hero/all?language=es')).read(z.array(ContentVersion))
  let version = versions[0]?.version ?? 0
  const noted = await findLead(await register('With notes'))
  const writing: Record<Kind, () => Promise<string>> = {
    leads: register,
    async texts() {
      version++
      const json = draftOf({ version, published: version % 2 === 0, content: `<h1>Text ${version}</h1>` })
      const reply = await admin('/api/content', { json })
      assert.equal(reply.status, 201, reply.text)
      return reply.read(ContentItem).id
    },
    files: () => upload(admin, written.files.length),
    async notes() {
      const reply = await admin(`/api/leads/${noted}/notes`, { json: { text: `Note ${++number}` } })
      assert.equal(reply.status, 201, reply.text)
      return reply.read(LeadNote).id
    },
    async erased() {
      const email = await register(`${erasedMark}-${++number}`)
      const ids = [await findLead(email)]
      const reply = await admin('/api/early-adopters/erase', { json: { ids } })
      assert.equal(reply.status, 200, reply.text)
      return email
    },
  }

  async function write(kind: Kind): Promise<void> {
    while (!isOver) {
      const begunAt = performance.now()
      const id = await writing[kind]()
      written[kind].push({ id, begunAt, endedAt: performance.now() })
    }
  }

  let failure: unknown
  const running = names.map((kind) =>
    write(kind).catch((error: unknown) => {
      failure ??= error
    }),
  )
  return {
    written,
    async goOn() {
      const counts = names.map((kind) => written[kind].length)
      await until(
        () => {
          if (failure) throw failure
          return names.every((kind, index) => written[kind].length >= (counts[index] ?? 0) + 2)
        },
        'all write',
        60,
      )
    },
    async stop() {
      isOver = true
      await Promise.all(running)
      if (failure) throw failure
    },
  }
}

/** Uploads a document or a picture, by turns, that differs from all others by a number. Returns its id. */
async function upload(admin: Send, number: number): Promise<string> {
  const name = `File ${number}`
  if (number % 2 === 0) return (await add(admin, { file: pdfFile({ pages: [name] }), title: name })).id
  return (await uploadPicture(admin, name)).id
}

/** Uploads a picture that shows a text. */
export async function uploadPicture(admin: Send, text: string): Promise<Picture> {
  const canvas = createCanvas(64, 16)
  canvas.getContext('2d').fillText(text, 0, 12)
  return (await admin('/api/media', archiveForm(await canvas.encode('png'), 'picture.png'))).read(Picture)
}
