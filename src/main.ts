import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type App, buildApp, type FirstUser } from './app.ts'
import { type Config, ConfigError, readProcessConfig } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { knowsAllLetters } from './platform/database/letters.ts'
import { explainFullDisk } from './platform/disk/disk-space.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts'
import { EmbeddedPostgresError } from './platform/embedded-postgres/embedded-postgres-places.ts'
import { collectWhenIdle } from './platform/idle-collection.ts'
import { createLog, messageOf } from './platform/log.ts'
import { migrateDatabase } from './platform/postgres.ts'
import { checkListenAddress, explainListenError } from './platform/process/listen-address.ts'
import { stopOnSignals } from './platform/process/stop-signals.ts'
import { StartError } from './platform/start-error.ts'

const config = readConfigOrExit()
const log = createLog(config.logLevel)
const stopDelay = config.http.stopDelay * 1_000

await run()

async function run(): Promise<void> {
  let app: App | undefined
  let isStopping = false
  let isAnswering = false
  const starting = config.data.databaseUrl
    ? undefined
    : // First, so that a start on a taken port makes no database.
      checkListenAddress(config.http).then(() => {
        const { dir, oldPostgresDir } = config.data
        return startEmbeddedPostgres({ dataDir: dir, log, earlierPrograms: oldPostgresDir })
      })
  // Before the start, so that a signal during the start leaves nothing running.
  stopOnSignals({
    log,
    limit: 15_000 + stopDelay,
    async stop(cause) {
      isStopping = true
      // Balancers stop a process by SIGTERM, people by SIGINT; after a fault the state may be wrong.
      await app?.close({ delay: cause === 'SIGTERM' ? stopDelay : 0 })
      await (await starting?.catch(() => undefined))?.stop()
    },
  })
  try {
    const embedded = await starting
    const databaseUrl = config.data.databaseUrl ?? embedded?.url ?? ''
    const dataDir = embedded?.dataDir ?? config.data.dir ?? resolve('data')
    const { listenUrl } = config.data
    await migrateDatabase(listenUrl ?? databaseUrl, { pooledUrl: listenUrl && databaseUrl })
    if (!(await knowsAllLetters(databaseUrl))) {
      log.warn(
        'the search of this database knows only the letters of ASCII (LC_CTYPE is C): it is slow in other scripts; docs/operating.md says how to move it',
      )
    }
    app = await buildApp({ config, log, clock: systemClock, databaseUrl, dataDir })
    await app.server.listen({ port: config.http.port, host: config.http.host }).catch((error) => {
      throw explainListenError(error, config.http)
    })
    isAnswering = true
    await app.start({ onFirstUser: greet })
    if (config.role === 'worker') process.stdout.write('Firmeza works in the background.\n')
    await app.startBackgroundWork()
    collectWhenIdle()
  } catch (failure) {
    // What is stopped amid its start finds the database closed. The stop goes on, and says how the process ends.
    if (isStopping) return
    const error = explainFullDisk(failure, config.data.dir ?? 'data')
    // Errors that the operator can correct are one sentence; only unexpected ones need a stack trace.
    const isForeseen = error instanceof EmbeddedPostgresError || error instanceof StartError
    if (!isForeseen) log.fatal({ err: error }, 'the server could not start')
    process.stderr.write(`${messageOf(error)}\n`)
    // Requests that are being answered are answered to the end.
    if (isAnswering) await Promise.race([app?.close().catch(() => {}), sleep(15_000)])
    await (await starting?.catch(() => undefined))?.stop()
    process.exit(1)
  }
}

/** Prints the address and the first password to the terminal. */
function greet(firstUser: FirstUser | undefined): void {
  const lines = [`Firmeza is open at ${config.http.publicUrl}`]
  if (firstUser?.password) {
    lines.push(
      `Sign in at ${config.http.publicUrl}/login as "${firstUser.username}" with the password ${firstUser.password}`,
      'This password is shown once: keep it.',
    )
  } else if (firstUser) lines.push(`Sign in at ${config.http.publicUrl}/login as "${firstUser.username}"`)
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`)
}

function readConfigOrExit(): Config {
  try {
    return readProcessConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`The configuration is wrong:\n${error.message.replace(/^/gm, '  ')}\n`)
    process.exit(2)
  }
}
