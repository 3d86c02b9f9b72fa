// A visitor who asks for a page every twenty milliseconds on one connection, in a process of its own, so that nothing that
// happens beside it delays it. Forked by hostile-clients.ts; tells its times when it gets any message.
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const pause = 20
const url = process.argv[2] ?? ''
// Another network than the attackers': what limits those must not be what this one is measured by.
const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: '127.44.0.1' })
const times: number[] = []
let isOver = false

process.once('message', () => {
  isOver = true
})

function ask(): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    }).once('error', reject)
  })
}

while (!isOver) {
  const begun = performance.now()
  // A connection that broke is opened again, as browsers do; the time goes on.
  const status = await ask().catch(ask)
  if (status !== 200) throw new Error(`${url} answers ${status}`)
  const time = performance.now() - begun
  times.push(time)
  await sleep(Math.max(0, pause - time))
}
agent.destroy()
process.send?.(times)
process.disconnect()
