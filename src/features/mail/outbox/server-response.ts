import { notComposed } from '#features/mail/model.ts'
import { readReply } from '#shared/server-reply.ts'

const longest = 300
const longestRead = 5_000

/** The response of a server without addresses, which must not stay when the person is erased. */
export function withoutAddresses(response: string): string {
  return (
    response
      .slice(0, longestRead)
      // Word by word, so that each character is read once.
      .replace(/[^\s<>()[\]"',;:=]+/g, (word) => (word.includes('@') ? '…' : word))
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, longest)
  )
}

/** The codes in a server's response, and our own codes, without the server's words. */
export function codesOf(response: string): string | null {
  if (response === notComposed || response === 'cancelled') return response
  const { code, enhanced } = readReply(response)
  return [code, enhanced].filter((part) => part !== undefined).join(' ') || null
}
