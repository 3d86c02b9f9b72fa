import { type EngineSimulator, sendJson, startSimulator } from './http-simulator.ts'

interface YandexOptions {
  site: string
  token: string
  isVerified?: boolean
  /** How many pages may be queued a day. */
  quota?: number
}

/** Yandex Webmaster's interface, with the answers of its documentation (https://yandex.com/dev/webmaster/doc/en/). */
export function startYandex(options: YandexOptions): Promise<EngineSimulator> {
  const { site, token, isVerified = true, quota = 100 } = options
  const user = 4_242
  const host = `https:${new URL(site).hostname}:443`
  const base = `/v4/user/${user}/hosts`
  const own = `${base}/${encodeURIComponent(host)}`
  const queued = new Set<string>()
  const sitemaps = new Set<string>()
  return startSimulator((response, { method, url, headers, body }) => {
    const refuse = (status: number, error_code: string) =>
      sendJson(response, status, { error_code, error_message: error_code.toLowerCase() })
    if (headers.authorization !== `OAuth ${token}`) return refuse(403, 'INVALID_OAUTH_TOKEN')
    const asked = `${method} ${url.pathname}`
    const given = method === 'POST' ? String(JSON.parse(body).url) : ''
    if (asked === 'GET /v4/user') return sendJson(response, 200, { user_id: user })
    if (asked === `GET ${base}`)
      return sendJson(response, 200, {
        hosts: [
          { host_id: 'http:other.example:80', ascii_host_url: 'http://other.example/', verified: true },
          { host_id: host, ascii_host_url: `${site}/`, unicode_host_url: `${site}/`, verified: isVerified },
        ],
      })
    if (asked === `GET ${own}/recrawl/quota`)
      return sendJson(response, 200, { daily_quota: quota, quota_remainder: quota - queued.size })
    if (asked === `POST ${own}/recrawl/queue`) {
      if (queued.has(given)) return refuse(409, 'URL_ALREADY_ADDED')
      if (queued.size >= quota) return refuse(429, 'QUOTA_EXCEEDED')
      queued.add(given)
      return sendJson(response, 202, {
        ...{ task_id: crypto.randomUUID(), quota_remainder: quota - queued.size },
      })
    }
    if (asked === `POST ${own}/user-added-sitemaps`) {
      if (sitemaps.has(given)) return refuse(409, 'SITEMAP_ALREADY_ADDED')
      sitemaps.add(given)
      return sendJson(response, 201, { sitemap_id: crypto.randomUUID() })
    }
    refuse(404, 'RESOURCE_NOT_FOUND')
  })
}
