import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#platform/secrets/secrets.ts'

/** The parameters of a link. */
export interface LinkQuery {
  until?: string | undefined
  code?: string | undefined
}

/**
 * Links at which the panel shows files of documents that are not public: browsers open pictures and PDFs without the
 * token of a session. Nothing of a link is stored; its code is one over its path and its end.
 */
export function createFileLinks(secrets: Secrets) {
  const keys = [secrets.current, ...secrets.earlier].map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'document file', 32)),
  )
  const codeBy = (key: Buffer, path: string, until: string) =>
    createHmac('sha256', key).update(`${path}\n${until}`).digest('base64url').slice(0, 32)

  return {
    /** A path of this site that works until a moment. */
    sign(path: string, until: Date): string {
      const end = String(Math.floor(until.getTime() / 1000))
      return `${path}?until=${end}&code=${codeBy(keys[0] ?? Buffer.alloc(0), path, end)}`
    },

    isValid(path: string, { until, code }: LinkQuery, now: Date): boolean {
      if (until === undefined || code === undefined || !/^\d{1,12}$/.test(until)) return false
      if (Number(until) * 1000 < now.getTime()) return false
      return keys.some((key) => {
        const [given, right] = [Buffer.from(code), Buffer.from(codeBy(key, path, until))]
        return given.length === right.length && timingSafeEqual(given, right)
      })
    },
  }
}
export type FileLinks = ReturnType<typeof createFileLinks>

const hour = 3_600_000

/** The end of a link to a picture: the same for all of some hours, so that browsers can keep what it leads to. */
export const endOfPictures = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / (6 * hour)) + 2) * 6 * hour)

/** The end of a link to a file that somebody opens now. */
export const endOfReading = (now: Date): Date => new Date(now.getTime() + hour)
