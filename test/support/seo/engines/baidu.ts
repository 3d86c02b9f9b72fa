import { type EngineSimulator, sendJson, startSimulator } from './http-simulator.ts'

interface BaiduOptions {
  site: string
  token: string
  /** How many addresses it takes still. */
  quota?: number
}

/** Baidu's push of addresses, with the answers of its documentation (https://ziyuan.baidu.com/college/courseinfo?id=267). */
export function startBaidu({ site, token, quota = 100_000 }: BaiduOptions): Promise<EngineSimulator> {
  let remain = quota
  return startSimulator((response, { method, url, headers, body }) => {
    const refuse = (error: number, message: string) => sendJson(response, error, { error, message })
    if (method !== 'POST' || url.pathname !== '/urls') return refuse(404, 'not found')
    if (url.searchParams.get('token') !== token) return refuse(401, 'token is not valid')
    if (url.searchParams.get('site') !== site) return refuse(400, 'site error')
    const lines = headers['content-type'] === 'text/plain' ? body.split('\n').filter(Boolean) : []
    if (lines.length === 0) return refuse(400, 'empty content')
    if (lines.length > 2_000) return refuse(400, 'only 2000 urls are allowed once')
    const invalid = lines.filter((line) => !URL.canParse(line))
    const foreign = lines.filter((line) => URL.canParse(line) && new URL(line).origin !== site)
    const taken = lines.length - invalid.length - foreign.length
    if (taken > remain) return refuse(400, 'over quota')
    remain -= taken
    sendJson(response, 200, {
      ...{ remain, success: taken },
      ...(foreign.length > 0 && { not_same_site: foreign }),
      ...(invalid.length > 0 && { not_valid: invalid }),
    })
  })
}
