import { Problem } from '#shared/problem.ts'

// Readers look for it within the first bytes, and so does this (ISO 32000-2, Annex I).
const headerWithin = 1024
const header = '%PDF-'

/** Passes on the bytes of a PDF. @throws {Problem} 415 as soon as they are not those of one */
export async function* requirePdf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array()
  for await (const chunk of source) {
    if (!head) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < headerWithin) continue
    checkHeader(head)
    yield head
    head = undefined
  }
  if (head) {
    checkHeader(head)
    yield head
  }
}

function checkHeader(head: Uint8Array): void {
  if (!Buffer.from(head.subarray(0, headerWithin)).includes(header)) throw new Problem('document_type', 415)
}

/** Calls back now and then while bytes arrive. */
export async function* watchArrival(
  source: AsyncIterable<Uint8Array>,
  { every, onArrival }: { every: number; onArrival: () => Promise<unknown> },
): AsyncGenerator<Uint8Array> {
  let last = performance.now()
  for await (const chunk of source) {
    if (performance.now() - last > every) {
      last = performance.now()
      await onArrival()
    }
    yield chunk
  }
}
