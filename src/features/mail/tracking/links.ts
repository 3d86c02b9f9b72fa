import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#platform/secrets/secrets.ts'

// The number is the token's first byte: never reuse one for another purpose.
const purposes = { unsubscribe: 1, open: 2, click: 3, bounce: 4, stop: 5 } as const
// Mail servers may change the case of an address, so a token in an address is written in hexadecimal.
const inAddresses: readonly LinkPurpose[] = ['bounce', 'stop']
/** What a link in a mail is for. A token made for one purpose is not valid for any other. */
export type LinkPurpose = keyof typeof purposes

/** The content of a token: the mail it was made for and, for a click, which of the mail's links. */
export interface MailLink {
  mailId: string
  index: number
}

// As long as the part before the @ of a bounce address allows, which is 64 characters (RFC 5321 §4.5.3.1.1).
const macLength = 10
const tokenLength = 1 + 1 + 16 + macLength
/** How many links of a mail can be distinguished. */
export const maxTrackedLinks = 256
/** The index of the link that no reader sees: only machines follow it. */
export const hiddenLink = maxTrackedLinks - 1

/**
 * Makes and reads the tokens of the links in mails: short, for one mail and one purpose, signed with the installation's
 * secret, so that they cannot be forged and need not be stored. They contain nothing about the reader.
 */
export function createMailLinks({ current, earlier }: Secrets) {
  const keyOf = (secret: string) => createHmac('sha256', secret).update('links of mails').digest()
  const key = keyOf(current)
  const earlierKeys = earlier.map(keyOf)
  const macOf = (message: Buffer, by = key) =>
    createHmac('sha256', by).update(message).digest().subarray(0, macLength)
  const isSigned = (bytes: Buffer, message: Buffer) =>
    [key, ...earlierKeys].some((by) => timingSafeEqual(bytes.subarray(-macLength), macOf(message, by)))

  return {
    /** The token for a link of a mail; `index` is its place among the tracked ones. */
    signLink(purpose: LinkPurpose, mailId: string, index = 0): string {
      const message = Buffer.alloc(tokenLength - macLength)
      message.writeUInt8(purposes[purpose])
      message.writeUInt8(index, 1)
      message.write(mailId.replaceAll('-', ''), 2, 'hex')
      const token = Buffer.concat([message, macOf(message)])
      return token.toString(inAddresses.includes(purpose) ? 'hex' : 'base64url')
    },

    /** The content of a token; undefined unless it was made here for this purpose. */
    readLink(purpose: LinkPurpose, token: string): MailLink | undefined {
      const encoding = inAddresses.includes(purpose) ? 'hex' : 'base64url'
      const bytes = Buffer.from(token.slice(0, 100), encoding)
      const spelt = encoding === 'hex' ? token.toLowerCase() : token
      if (bytes.length !== tokenLength || bytes.toString(encoding) !== spelt) return undefined
      const message = bytes.subarray(0, -macLength)
      if (message[0] !== purposes[purpose]) return undefined
      if (!isSigned(bytes, message)) return undefined
      const hex = message.toString('hex', 2)
      return {
        mailId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
        index: message.readUInt8(1),
      }
    },
  }
}
export type MailLinks = ReturnType<typeof createMailLinks>
