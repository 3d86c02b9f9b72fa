import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { type PlatformId, platformIds } from '#features/social/contract.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'

/** What a link leads to: a file as it was uploaded, or as a platform takes it. */
export interface LinkedFile {
  id: string
  variant: PlatformId | 'original'
}

const hour = 3_600_000

/**
 * Links at which the panel shows the files of posts, and platforms fetch them. Nothing of a link is stored; its code is one over what
 * it leads to and its end.
 */
export function createSocialFileLinks({ secrets, publicUrl }: { secrets: Secrets; publicUrl: string }) {
  const keys = [secrets.current, ...secrets.earlier].map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'social file', 32)),
  )
  const codeBy = (key: Buffer, what: string) =>
    createHmac('sha256', key).update(what).digest('base64url').slice(0, 32)

  function pathOf({ id, variant }: LinkedFile, until: Date): string {
    const what = `${id}.${variant}.${Math.floor(until.getTime() / 1000)}`
    return `/social/files/${what}.${codeBy(keys[0] ?? Buffer.alloc(0), what)}`
  }

  return {
    /** For the panel. The same for hours, so that browsers can keep what it leads to. */
    forPanel: (id: string, now: Date) =>
      pathOf({ id, variant: 'original' }, new Date((Math.floor(now.getTime() / (6 * hour)) + 2) * 6 * hour)),

    /** For a platform, which may fetch it some time after it was told. */
    forPlatform: (file: LinkedFile, now: Date) =>
      publicUrl + pathOf(file, new Date(now.getTime() + 24 * hour)),

    /** What a link leads to; undefined when it was not made here, or has ended. */
    find(token: string, now: Date): LinkedFile | undefined {
      const [id = '', variant = '', until = '', code = ''] = token.split('.')
      const known = variant === 'original' ? variant : platformIds.find((one) => one === variant)
      if (!known || !/^\d{1,12}$/.test(until) || Number(until) * 1000 < now.getTime()) return undefined
      const isOurs = keys.some((key) => {
        const [given, right] = [Buffer.from(code), Buffer.from(codeBy(key, `${id}.${variant}.${until}`))]
        return given.length === right.length && timingSafeEqual(given, right)
      })
      return isOurs ? { id, variant: known } : undefined
    },
  }
}
export type SocialFileLinks = ReturnType<typeof createSocialFileLinks>
