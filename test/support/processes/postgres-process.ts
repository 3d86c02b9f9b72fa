import { startTestPostgres } from '../database.ts'

// A PostgreSQL for the process that forked this one; it is stopped when that process ends, however it ends.
const { url, stop } = await startTestPostgres()
process.once('disconnect', async () => {
  await stop()
  process.exit()
})
process.send?.(url)
