// A visitor that requests a page every twenty milliseconds on one connection, in its own process, so that the attacks do not
// delay it. Forked by hostile-clients.ts; sends its times when it gets any message.
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const pause = 20
const url = process.argv[2] ?? ''
// Another network than the attackers', so that their limits do not apply to the visitor.
const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: '127.44.0.1' })
const times: number[] = []
let isOver = false

process.once('message', () => {
  isOver = true
})

function request(): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    }).once('error', reject)
  })
}

while (!isOver) {
  const begun = performance.now()
  // A broken connection is opened again, as browsers do; the time includes this.
  const status = await request().catch(request)
  if (status !== 200) throw new Error(`${url} returned ${status}`)
  const time = performance.now() - begun
  times.push(time)
  await sleep(Math.max(0, pause - time))
}
agent.destroy()
process.send?.(times)
process.disconnect()
