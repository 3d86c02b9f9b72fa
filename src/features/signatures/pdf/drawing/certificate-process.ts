// The child process of `../certificate-pdfs.ts`.

import type { CertificateAnswer, ComposeOrder, FinishOrder } from '../contract.ts'
import { describePage } from './page.ts'
import { signPdf } from './pdf-signature.ts'
import { typeset } from './typesetter.ts'

interface Open {
  giveSignature(signature: Uint8Array): void
  signed: Promise<Uint8Array>
}

/** The documents that wait for their signature. */
const open = new Map<number, Open>()
const maxOpen = 40
let tickets = 0

async function compose(order: ComposeOrder): Promise<CertificateAnswer> {
  const { document, certificate, signingTime } = order
  const page = describePage(document)
  const pdf = await typeset({ page, credential: JSON.stringify(document.credential) })
  const question = Promise.withResolvers<Uint8Array>()
  const reply = Promise.withResolvers<Uint8Array>()
  const signed = signPdf(pdf, {
    ...{ certificate, signingTime },
    reason: page.signingReason,
    sign(data) {
      question.resolve(data)
      return reply.promise
    },
  })
  signed.catch(question.reject)
  const toSign = await question.promise
  const ticket = ++tickets
  open.set(ticket, { giveSignature: reply.resolve, signed })
  // Whoever ordered the oldest one has given up.
  for (const oldest of open.keys()) if (open.size > maxOpen) open.delete(oldest)
  return { ticket, toSign }
}

async function finish({ ticket, signature }: FinishOrder): Promise<CertificateAnswer> {
  const waiting = open.get(ticket)
  if (!waiting) return { isLost: true }
  open.delete(ticket)
  waiting.giveSignature(signature)
  return { pdf: await waiting.signed }
}

process.on('message', async ({ id, ...order }: (ComposeOrder | FinishOrder) & { id: number }) => {
  const work = order.work === 'compose' ? compose(order) : finish(order)
  const reply = await work.catch((error: unknown) => ({ failure: String(error) }))
  process.send?.({ id, ...reply })
})
