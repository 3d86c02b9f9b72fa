import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#platform/secrets/secrets.ts'

/** For how long a link begins a download, in seconds. */
const lasts = 60
const tokenForm = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{32})$/

/**
 * Links with which a browser downloads a backup by itself, to its disk: it sends no token of the panel. Nothing of a link is
 * stored; its code is one over the backup and the end of the link.
 */
export function createDownloadLinks({ secrets }: { secrets: Secrets }) {
  const key = Buffer.from(hkdfSync('sha256', secrets.current, '', 'backup download', 32))
  const codeOf = (what: string) => createHmac('sha256', key).update(what).digest('base64url').slice(0, 32)

  return {
    make(id: string, now: Date): string {
      const what = `${id}.${Math.floor(now.getTime() / 1000) + lasts}`
      return `/backups/files/${what}.${codeOf(what)}`
    },

    /** The backup that a link leads to; undefined when it was not made here, or has ended. */
    find(token: string, now: Date): string | undefined {
      const [, id, until = '', code = ''] = tokenForm.exec(token) ?? []
      if (!id || Number(until) * 1000 < now.getTime()) return undefined
      return timingSafeEqual(Buffer.from(code), Buffer.from(codeOf(`${id}.${until}`))) ? id : undefined
    },
  }
}
export type DownloadLinks = ReturnType<typeof createDownloadLinks>
