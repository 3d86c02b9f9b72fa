import { startTestPostgres } from '../database.ts'

// A PostgreSQL for the process that forked this one. It is stopped when that process ends for any reason.
const { url, stop } = await startTestPostgres()
process.once('disconnect', async () => {
  await stop()
  process.exit()
})
process.send?.(url)
