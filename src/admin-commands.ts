// `npm run admin -- COMMAND`, or `firmeza admin COMMAND` of a release: what an operator does on the server itself, while the product runs or not.
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { ConfigError, readProcessConfig } from './config.ts'
import type { CoreOptions } from './core.ts'
import { encryptedRows } from './encrypted-rows.ts'
import { createAccountCommands } from './features/accounts/commands.ts'
import { updateCountriesCommand } from './features/analytics/commands.ts'
import { recordDone } from './features/audit/commands.ts'
import { backupCommand, type Product, restoreCommand } from './features/backups/commands.ts'
import { createContentCommands } from './features/content/commands.ts'
import { documentExport } from './features/documents/commands.ts'
import { mailExport } from './features/mail/commands.ts'
import { pictureExport } from './features/media/commands.ts'
import { moveDatabaseCommand, rotateKeysCommand } from './features/operator/commands.ts'
import { redirectExport } from './features/seo/commands.ts'
import { copyFilesCommand } from './features/storage/commands.ts'
import { systemClock } from './platform/clock.ts'
import { runAs } from './platform/database/change-author.ts'
import { refuseMovedAt } from './platform/database/moved-mark.ts'
import { explainStartFailure } from './platform/database/start-failures.ts'
import { openEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts'
import { createLog, messageOf } from './platform/log.ts'
import { connectPostgres, migrateDatabase } from './platform/postgres.ts'
import { describeUsage, UsageError } from './platform/process/command.ts'

const options = { clock: systemClock, record: recordDone }
const commands = [
  ...createAccountCommands(options),
  updateCountriesCommand(options),
  copyFilesCommand(),
  rotateKeysCommand({ ...options, columns: encryptedRows }),
  backupCommand(openProduct),
  restoreCommand(openProduct),
  moveDatabaseCommand(),
  ...createContentCommands({
    ...options,
    sources: [pictureExport, documentExport, mailExport, redirectExport],
    siteUrl: () => readProcessConfig().http.publicUrl,
  }),
]

/** How the command of a release calls this program; undefined where npm does. */
const invokedAs = / admin$/.test(process.title) ? process.title : undefined

/** What a product is built on, once a command runs. */
let place: Pick<CoreOptions, 'config' | 'databaseUrl' | 'dataDir'> | undefined

process.exitCode = await run(process.argv.slice(2))

/** Runs a command; returns the exit code: 1 when it could not be done, 2 when it was called wrongly. */
async function run([name, ...parameters]: string[]): Promise<number> {
  const closing: (() => Promise<void>)[] = []
  let url: string | undefined
  try {
    const command = commands.find((one) => one.name === name)
    if (!command)
      throw new UsageError(name === undefined ? 'Name a command.' : `There is no command "${name}".`)
    const config = readProcessConfig()
    const { data, secrets } = config
    const { listenUrl, dir, objectStore, oldPostgresDir: earlierPrograms } = data
    // Past a pooler: a command has a few connections for itself.
    const databaseUrl = listenUrl ?? data.databaseUrl
    const log = createLog('silent')
    const { makesDatabase = false } = command
    const embedded = databaseUrl
      ? undefined
      : await openEmbeddedPostgres({ dataDir: dir, log, makesDatabase, earlierPrograms })
    if (embedded) closing.push(embedded.stop)
    const address = databaseUrl ?? embedded?.url ?? ''
    url = address
    if (makesDatabase) await migrateDatabase(address)
    if (!command.opensMoved) await refuseMovedAt(address)
    const { db, close } = connectPostgres(address, { log })
    closing.unshift(close)
    const secretPlace = { ...secrets, dataDir: embedded?.dataDir ?? dir ?? resolve('data') }
    place = { config, databaseUrl: address, dataDir: secretPlace.dataDir }
    const lines = await runAs({ kind: 'operator', action: command.name }, () =>
      command.run(parameters, {
        ...{ db, databaseUrl: address, usesEmbedded: embedded !== undefined, secretPlace, objectStore },
        input: process.stdin,
        readInput: () => text(process.stdin),
        report: (line) => void process.stderr.write(`${line}\n`),
      }),
    )
    for (const line of lines) process.stdout.write(`${line}\n`)
    return 0
  } catch (error) {
    process.stderr.write(`${explain(error, url)}\n`)
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1
  } finally {
    for (const close of closing) await close().catch(() => {})
  }
}

/** Builds the product, which few commands need. */
async function openProduct(): Promise<Product> {
  if (!place) throw new Error('no command runs')
  const { buildApp } = await import('./app.ts')
  const app = await buildApp({ ...place, log: createLog('silent'), clock: systemClock })
  return {
    restoring: app.backups.restoring,
    writeBackup: app.backups.write,
    hasUsers: app.hasUsers,
    publicUrl: place.config.http.publicUrl,
    close: app.close,
  }
}

function explain(error: unknown, url: string | undefined): string {
  if (error instanceof UsageError) return `${error.message}\n${describeUsage(commands, invokedAs)}`
  if (error instanceof ConfigError)
    return `The configuration is wrong:\n${error.message.replace(/^/gm, '  ')}`
  const { code } = (error instanceof Error && error.cause ? error.cause : error) as NodeJS.ErrnoException
  if (code === '42P01') return 'The database is still empty: start the server once.'
  return messageOf(explainStartFailure(error, url ? readAddress(url) : undefined) ?? error)
}

/** An address that names a file of certificates which is not there cannot even be read. */
function readAddress(url: string): pg.Client | undefined {
  try {
    return new pg.Client(url)
  } catch {
    return undefined
  }
}
