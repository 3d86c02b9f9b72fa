/** Where the interfaces of the platforms are, unless the operator names others. */
export interface PlatformEndpoints {
  /** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
  github: { site: string; api: string }
  /** https://developers.facebook.com/docs/instagram-platform */
  instagram: { site: string; api: string; graph: string }
  /** https://www.reddit.com/dev/api */
  reddit: { site: string; api: string }
  /** https://docs.x.com */
  twitter: { site: string; api: string }
  /** https://learn.microsoft.com/en-us/linkedin/ */
  linkedin: { site: string; api: string }
  /** https://api.stackexchange.com/docs */
  stackoverflow: { site: string; api: string }
  /** https://developers.tiktok.com/doc */
  tiktok: { site: string; api: string }
  /** https://developers.facebook.com/docs/threads */
  threads: { site: string; graph: string }
  /** https://core.telegram.org/bots/api */
  telegram: { api: string; site: string }
}

export const realEndpoints: PlatformEndpoints = {
  github: { site: 'https://github.com', api: 'https://api.github.com' },
  instagram: {
    site: 'https://www.instagram.com',
    api: 'https://api.instagram.com',
    graph: 'https://graph.instagram.com',
  },
  reddit: { site: 'https://www.reddit.com', api: 'https://oauth.reddit.com' },
  twitter: { site: 'https://x.com', api: 'https://api.x.com' },
  linkedin: { site: 'https://www.linkedin.com', api: 'https://api.linkedin.com' },
  stackoverflow: { site: 'https://stackoverflow.com', api: 'https://api.stackexchange.com' },
  tiktok: { site: 'https://www.tiktok.com', api: 'https://open.tiktokapis.com' },
  threads: { site: 'https://threads.com', graph: 'https://graph.threads.net' },
  telegram: { site: 'https://t.me', api: 'https://api.telegram.org' },
}

/** The addresses with others in the place of some, by platform and part, such as `telegram.api`. @throws {Error} for an unknown part */
export function replaceEndpoints(
  endpoints: PlatformEndpoints,
  others: Readonly<Record<string, string>>,
): PlatformEndpoints {
  const known = new Set(
    Object.entries(endpoints).flatMap(([platform, parts]) =>
      Object.keys(parts).map((part) => `${platform}.${part}`),
    ),
  )
  const unknown = Object.keys(others).find((name) => !known.has(name))
  if (unknown)
    throw new Error(`SOCIAL_ENDPOINTS names ${unknown}, which is no part of a platform's interface.`)
  const partsOf = <Parts extends object>(platform: string, parts: Parts): Parts => ({
    ...parts,
    ...Object.fromEntries(
      Object.keys(parts).flatMap((part) => {
        const other = others[`${platform}.${part}`]
        return other === undefined ? [] : [[part, other]]
      }),
    ),
  })
  return {
    github: partsOf('github', endpoints.github),
    instagram: partsOf('instagram', endpoints.instagram),
    reddit: partsOf('reddit', endpoints.reddit),
    twitter: partsOf('twitter', endpoints.twitter),
    linkedin: partsOf('linkedin', endpoints.linkedin),
    stackoverflow: partsOf('stackoverflow', endpoints.stackoverflow),
    tiktok: partsOf('tiktok', endpoints.tiktok),
    threads: partsOf('threads', endpoints.threads),
    telegram: partsOf('telegram', endpoints.telegram),
  }
}
