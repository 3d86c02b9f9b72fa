import { startTestPostgres } from '../../test/support/database.ts'

/** Starts the PostgreSQL of all journeys, unless `npm test` has done so, and returns how to stop it. */
export default async function startPostgres(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined
  const postgres = await startTestPostgres()
  process.env.TEST_DATABASE_URL = postgres.url
  return () => postgres.stop()
}
