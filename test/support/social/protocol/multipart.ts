import type { PlatformRequest } from '../simulator.ts'

interface Part {
  name: string
  filename: string | undefined
  content: Buffer
}

/** The parts of a form with files (RFC 7578), in order. */
export function readMultipart({ headers, body }: Pick<PlatformRequest, 'headers' | 'body'>): Part[] {
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) return []
  const parts: Part[] = []
  const line = Buffer.from(`--${boundary}`)
  let at = body.indexOf(line)
  for (;;) {
    const next = body.indexOf(line, at + line.length)
    if (at < 0 || next < 0) return parts
    const part = body.subarray(at + line.length + 2, next - 2)
    const end = part.indexOf('\r\n\r\n')
    const head = part.subarray(0, end).toString('utf8')
    const disposition = /^content-disposition:.*$/im.exec(head)?.[0] ?? ''
    parts.push({
      name: /[; ]name="([^"]*)"/.exec(disposition)?.[1] ?? '',
      filename: /filename="?([^";\r]*)/.exec(disposition)?.[1],
      content: part.subarray(end + 4),
    })
    at = next
  }
}

/** The fields of such a form that are no files. */
export const fieldsOf = (parts: readonly Part[]): Record<string, string> =>
  Object.fromEntries(
    parts
      .filter(({ filename }) => filename === undefined)
      .map(({ name, content }) => [name, content.toString('utf8')]),
  )
