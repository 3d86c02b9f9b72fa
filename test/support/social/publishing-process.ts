import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '#platform/clock.ts'
import { createPlainPlatform } from './plain-platform.ts'
import { plainAccounts, startPublishingEngine } from './publishing-engine.ts'

// A process that publishes what is due until it is killed: the database, the address of the platform, a token of it and the seconds of a
// lease are its arguments.
const [databaseUrl = '', origin = '', token = '', lease = ''] = process.argv.slice(2)
const leaseSeconds = Number(lease)
const engine = startPublishingEngine({
  ...{ databaseUrl, clock: systemClock, platforms: [createPlainPlatform(origin)] },
  accounts: plainAccounts({ get: () => token, renew: () => token }),
  ...{ leaseSeconds, armedFor: leaseSeconds * 1500 },
})
process.once('disconnect', () => process.exit(0))
for (;;) {
  await engine.start()
  await sleep(50)
}
