// Runs the test files it is given, one after the other in this process, each as one test with those of the file inside it.
import { mock, test } from 'node:test'
import { pathToFileURL } from 'node:url'

/** Milliseconds that a file may take on a busy machine. */
const fileLimit = 900_000

// A test may wait for what does not keep the process alive by itself.
const alive = setInterval(() => {}, 60_000)
for (const file of process.argv.slice(2)) {
  await test(file, { timeout: fileLimit }, async (context) => {
    // What a file mocks ends with it.
    context.after(() => {
      mock.reset()
      mock.timers.reset()
    })
    await import(pathToFileURL(file).href)
  })
}
clearInterval(alive)
