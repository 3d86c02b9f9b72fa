import { type EngineSimulator, startSimulator } from './http-simulator.ts'

/**
 * An engine of IndexNow (https://www.indexnow.org/documentation). Given `readKey`, it reads the key as engines do: 403 when it is not
 * there.
 */
export function startIndexNow({
  readKey = async (_location, key) => key,
}: {
  readKey?: (location: string, key: string) => Promise<string>
} = {}): Promise<EngineSimulator> {
  return startSimulator(async (response, { method, headers, body }) => {
    const say = (status: number, text: string) => response.writeHead(status).end(text)
    if (method !== 'POST' || !headers['content-type']?.startsWith('application/json'))
      return void say(400, 'Invalid request')
    let given: { host?: string; key?: string; keyLocation?: string; urlList?: string[] }
    try {
      given = JSON.parse(body)
    } catch {
      return void say(400, 'Invalid format')
    }
    const { host, key = '', keyLocation = '', urlList = [] } = given
    if (!/^[a-zA-Z0-9-]{8,128}$/.test(key) || urlList.length === 0 || urlList.length > 10_000)
      return void say(400, 'Invalid format')
    if ((await readKey(keyLocation, key)) !== key) return void say(403, 'Key not valid')
    if (!urlList.every((url) => new URL(url).host === host))
      return void say(422, 'URLs do not belong to the host')
    say(200, '')
  })
}
