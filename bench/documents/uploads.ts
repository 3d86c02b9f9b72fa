// What many large uploads, and files that are made to harm, cost the process that takes them and another visitor meanwhile.
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { DocumentEntry } from '#features/documents/contract.ts'
import { documentSettings } from '#features/documents/settings.ts'
import { hostileFiles } from '../../test/support/documents/hostile-pdfs.ts'
import { uploadForm } from '../../test/support/documents/library.ts'
import { pdfFile } from '../../test/support/documents/pdf-file.ts'
import { addedMemory, visitorDuring } from '../support/burden.ts'
import { type Finding, format, median, quantile, runAlone, within } from '../support/report.ts'
import { type RunningServer, startFreshServer } from '../support/server.ts'

const uploads = 20
const megabyte = 1024 * 1024
/** Milliseconds between two readings of the memory. */
const pause = 1_000
/** Just below the limit of 50 MB, as the form around it counts, too. */
const size = 49 * megabyte

export async function measureDocumentUploads(): Promise<Finding[]> {
  return [...(await measureLargeFiles()), ...(await measureHostileFiles())]
}

async function measureLargeFiles(): Promise<Finding[]> {
  await using server = await startFreshServer({ inspect: true })
  const authorization = `Bearer ${await server.signIn()}`
  const file = pdfFile({ padding: size })
  // Loads the code of an upload.
  await send(server, authorization, pdfFile())
  await allRead(server, authorization)
  const sendAll = async () => {
    await Promise.all(Array.from({ length: uploads }, () => send(server, authorization, file)))
  }
  const memory = await addedMemory(server, sendAll, pause)
  return [within(`memory added by ${uploads} parallel uploads of 50 MB`, 150, memory, 'MiB')]
}

async function measureHostileFiles(): Promise<Finding[]> {
  await using server = await startFreshServer({ inspect: true })
  const authorization = `Bearer ${await server.signIn()}`
  await send(server, authorization, pdfFile())
  await allRead(server, authorization)
  await allowLargeFiles(server, authorization)
  const alone = await visitorDuring(server, () => sleep(10_000))
  let beside: Awaited<ReturnType<typeof visitorDuring>> | undefined
  const readAll = async () => {
    for (const { write } of hostileFiles) await send(server, authorization, write())
    await allRead(server, authorization)
  }
  const besideVisitor = async () => {
    beside = await visitorDuring(server, readAll)
  }
  const memory = await addedMemory(server, besideVisitor, pause)
  const times = beside?.times ?? []
  const p95 = quantile(times, 0.95)
  return [
    within(`memory added by ${hostileFiles.length} hostile PDFs`, 50, memory, 'MiB'),
    within(
      "another visitor's page while hostile PDFs are read, 19 of 20",
      ...([500, p95, 'ms'] as const),
      `median ${format(median(times))} ms, alone ${format(quantile(alone.times, 0.95))} ms`,
    ),
  ]
}

/** One of the hostile files is larger than is allowed unless the settings say so. */
async function allowLargeFiles(server: RunningServer, authorization: string): Promise<void> {
  const changes = [{ key: documentSettings.sizeLimit.key, value: '100', version: 0 }]
  const answer = await fetch(`${server.url}/api/settings`, {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ changes }),
  })
  if (!answer.ok) throw new Error(`the setting was refused: ${await answer.text()}`)
}

/** Uploads a file as it is, so that 20 uploads of it take the memory of one here. */
async function send(server: RunningServer, authorization: string, file: Buffer): Promise<void> {
  const { headers, body } = uploadForm(Buffer.of(), { title: 'Measured' }, 'measured.pdf')
  // The form ends with the boundary after the file, which here is empty.
  const end = body.lastIndexOf('\r\n--')
  const call = request(`${server.url}/api/documents/upload`, {
    method: 'POST',
    headers: { ...headers, authorization, 'content-length': body.length + file.length },
  })
  const answered = once(call, 'response')
  call.write(body.subarray(0, end))
  for (let start = 0; start < file.length; start += megabyte)
    // What is refused is not read to its end.
    if (!call.write(file.subarray(start, start + megabyte)))
      await Promise.race([once(call, 'drain'), answered])
  call.end(body.subarray(end))
  const [response] = await answered
  response.resume()
  if (response.statusCode !== 200) throw new Error(`an upload was refused with ${response.statusCode}`)
}

/** Waits until no file is being read. */
async function allRead(server: RunningServer, authorization: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${server.url}/api/documents?limit=100`, { headers: { authorization } })
    const documents = z.array(DocumentEntry).parse(await answer.json())
    if (documents.every(({ file_state }) => file_state !== 'processing')) return
    await sleep(500)
  }
}

await runAlone(import.meta, measureDocumentUploads)
