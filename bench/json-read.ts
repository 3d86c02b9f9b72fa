// A published text as JSON, compared with a bare node:http server that sends the same bytes.

import { publishText } from './content.ts'
import { startBaselineOf } from './support/baseline.ts'
import { compareLoad } from './support/load.ts'
import { atLeast, type Finding, format, runAlone } from './support/report.ts'
import { startFreshServer } from './support/server.ts'

export async function measureJsonRead(): Promise<Finding[]> {
  await using server = await startFreshServer()
  await publishText(server, 'es')
  const url = `${server.url}/api/content/home-hero?language=es`
  await using bare = await startBaselineOf(url)
  const { rates, ratio } = await compareLoad({ product: { url }, bare: { url: bare.url } })
  return [
    atLeast(0.3, {
      promise: 'a public JSON read against bare node:http',
      measured: `${format(rates.product ?? 0)}/s against ${format(rates.bare ?? 0)}/s`,
      ratio: ratio('product', 'bare'),
    }),
  ]
}

await runAlone(import.meta, measureJsonRead)
