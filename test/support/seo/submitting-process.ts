import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '#platform/clock.ts'
import { startSubmissionEngine } from './submission-engine.ts'

// A process that submits what waits to Baidu until it is killed: the database and the address of Baidu are its arguments.
const [databaseUrl = '', baidu = '', baiduToken = ''] = process.argv.slice(2)
const engine = startSubmissionEngine({
  ...{ databaseUrl, clock: systemClock, listed: () => [] },
  ...{ endpoints: { baidu }, credentials: { baiduToken } },
})
process.once('disconnect', () => process.exit(0))
for (;;) {
  await engine.poll()
  await sleep(20)
}
